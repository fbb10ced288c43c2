import { Prefab } from 'bitecs';
import type { ComponentRef } from '../rules/duties.js';
import type { Relation } from './pairs.js';
import { isRelationRef, relationOf, targetOf, wildcard } from './pairs.js';

/** Writes component references as text that another process can read, as far as their names are known. */
export interface Tokens {
  of(ref: ComponentRef): string | undefined;
  ref(token: string): ComponentRef | undefined;
}

const PREFAB = 'prefab';
const ANY = '*';

/** `=Lives` for a component, `=Near>12` for a pair, `*` for the wildcard on either side of one. */
export function createTokens(names: ReadonlyMap<string, ComponentRef>): Tokens {
  const plain = new Map<ComponentRef, string>([
    [Prefab, PREFAB],
    [wildcard, ANY],
  ]);
  for (const [name, ref] of names) if (!plain.has(ref)) plain.set(ref, `=${name}`);
  const refs = new Map<string, ComponentRef>([...plain].map(([ref, token]) => [token, ref]));

  const of = (ref: ComponentRef): string | undefined => {
    const relation = relationOf(ref);
    if (!relation) return plain.get(ref);
    const target = targetOf(ref);
    const left = plain.get(relation);
    const right = typeof target === 'number' ? String(target) : target && plain.get(target);
    return left === undefined || right === undefined ? undefined : `${left}>${right}`;
  };
  const ref = (token: string): ComponentRef | undefined => {
    const known = refs.get(token);
    if (known) return known;
    const at = token.lastIndexOf('>');
    const relation = at < 0 ? undefined : refs.get(token.slice(0, at));
    if (!relation || !isRelationRef(relation)) return undefined;
    const right = token.slice(at + 1);
    const target = /^\d+$/.test(right) ? Number(right) : (refs.get(right) as Relation | undefined);
    return target === undefined ? undefined : relation(target);
  };
  return { of, ref };
}
