import type { Query, QueryTerm } from 'bitecs';
import { And, Not, Or } from 'bitecs';
import type { ComponentRef } from '../rules/duties.js';
import type { Context } from './internals.js';
import type { Tokens } from './tokens.js';

/** A term of a query with components by token, or an operator over terms. */
export type Term = string | { readonly op: string; readonly of: readonly Term[] };

export interface QueryName {
  /** Tells the query among those of its world. */
  readonly key: string;
  /** Its terms, where another process can name them all. */
  readonly terms: readonly Term[] | null;
}

/** Names queries by what they ask, from the hash under which bitecs knows them. */
export function createQueryNames(tokens: Tokens): (context: Context) => Map<Query, QueryName> {
  const cache = new WeakMap<Query, QueryName>();
  let unknown = 0;
  return (context) => {
    let refs: Map<number, ComponentRef> | undefined;
    const tokenOf = (id: number): string => {
      refs ??= new Map([...context.componentMap.values()].map((data) => [data.id, data.ref]));
      const ref = refs.get(id);
      return (ref && tokens.of(ref)) ?? `#${id}`;
    };
    for (const [hash, query] of context.queriesHashMap) {
      if (cache.has(query)) continue;
      const terms = readHash(hash, tokenOf);
      // A buffered query stands beside a plain one of the same terms.
      const key = `${Array.isArray(query.dense) ? '' : 'buffered '}${JSON.stringify(terms)}`;
      cache.set(query, { key, terms: isNamed(terms) ? terms : null });
    }
    const names = new Map<Query, QueryName>();
    for (const query of context.queries) {
      let name = cache.get(query);
      if (!name) {
        // Superseded before it was first seen: bitecs has no hash for it any more, but its arrays may still be held.
        name = { key: `~${unknown++}`, terms: null };
        cache.set(query, name);
      }
      names.set(query, name);
    }
    return names;
  };
}

/** `3-not(5)-or(1,2)`: terms joined by `-`, those of an operator by `,`. */
function readHash(hash: string, tokenOf: (id: number) => string): Term[] {
  let at = 0;
  const terms = (separator: string): Term[] => {
    const list: Term[] = [];
    for (;;) {
      const [found] = /^(\d+|[a-z]+)/.exec(hash.slice(at)) ?? [];
      if (found === undefined) break;
      at += found.length;
      if (hash[at] === '(') {
        at++;
        list.push({ op: found, of: terms(',') });
        at++;
      } else list.push(tokenOf(Number(found)));
      if (hash[at] !== separator) break;
      at++;
    }
    // bitecs sorts by numbers that another process gives out anew.
    const text = (term: Term): string => JSON.stringify(term);
    return list.sort((a, b) => (text(a) < text(b) ? -1 : 1));
  };
  return terms('-');
}

function isNamed(terms: readonly Term[]): boolean {
  return terms.every((term) => (typeof term === 'string' ? !term.startsWith('#') : isNamed(term.of)));
}

const OPERATORS: { readonly [op: string]: (...terms: ComponentRef[]) => object } = { and: And, or: Or, not: Not };

/**
 * The terms as bitecs takes them; `undefined` where a name is not known here, and for pairs with one entity:
 * bitecs makes a query of its own for every target that is removed.
 */
export function queryTerms(terms: readonly Term[], tokens: Tokens): QueryTerm[] | undefined {
  const list: QueryTerm[] = [];
  for (const term of terms) {
    if (typeof term === 'string') {
      const ref = />\d+$/.test(term) ? undefined : tokens.ref(term);
      if (!ref) return undefined;
      list.push(ref);
    } else {
      const of = queryTerms(term.of, tokens);
      const operator = OPERATORS[term.op];
      if (!of || !operator) return undefined;
      list.push(operator(...(of as ComponentRef[])));
    }
  }
  return list;
}
