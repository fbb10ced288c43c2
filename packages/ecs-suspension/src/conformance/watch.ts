import type { ReadAdoption } from '../adoption/document.js';
import { citationsOf } from '../rules/citations.js';

/** One call of a game's rule, in the order of all calls of a run. */
export interface Call {
  readonly order: number;
  readonly address: string;
  readonly field: string;
  /** Member of the rule, such as `apply` or `branches.rest.catchUp.state.apply`. */
  readonly path: string;
  readonly args: readonly unknown[];
  result: unknown;
}

/** A reply in place of a rule's own; it may call the rule with `own`. */
export type Reply = (args: readonly unknown[], own: () => unknown) => unknown;

export interface Watch {
  /** The rules to hand to the suspension. */
  readonly rules: { readonly [address: string]: unknown };
  readonly calls: readonly Call[];
  /** The game's own rule for one citation, unwatched. */
  rule(address: string, field: string): unknown;
  /** From now on that member replies so; without a reply it is the game's own again. */
  reply(address: string, field: string, path: string, reply: Reply | undefined): void;
}

/** Members that hold references of the game's: they are handed on as they are. */
const REFERENCES = new Set(['components', 'resources', 'with', 'carry']);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Wraps a game's rules, one by one, so that every call is seen and any reply can be given in their place.
 * Rules stay what they are otherwise.
 *
 * @param next - Gives the order number of a call.
 */
export function watchRules(
  adoption: ReadAdoption,
  given: { readonly [address: string]: unknown },
  next: () => number,
): Watch {
  const calls: Call[] = [];
  const replies = new Map<string, Reply>();
  const key = (address: string, field: string, path: string): string => `${address}\n${field}\n${path}`;
  const fields = new Map<string, Set<string>>();
  for (const { address, field } of citationsOf(adoption)) {
    fields.set(address, (fields.get(address) ?? new Set()).add(field));
  }
  const ruleOf = (address: string, field: string): unknown => {
    const rule = given[address];
    return (fields.get(address)?.size ?? 0) > 1 ? (rule as Record<string, unknown> | undefined)?.[field] : rule;
  };

  const wrapped = (value: unknown, owner: unknown, address: string, field: string, path: string): unknown => {
    if (typeof value === 'function') {
      return (...args: unknown[]): unknown => {
        const call: Call = {
          order: next(),
          address,
          field,
          path,
          // Spans and updates are reused objects: kept as they were at the call.
          args: args.map((arg) => (isPlain(arg) && !('time' in arg) ? { ...arg } : arg)),
          result: undefined,
        };
        calls.push(call);
        const own = (): unknown => Reflect.apply(value as (...all: unknown[]) => unknown, owner, args);
        const reply = replies.get(key(address, field, path));
        call.result = reply ? reply(args, own) : own();
        return call.result;
      };
    }
    if (!isPlain(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        REFERENCES.has(name) ? member : wrapped(member, value, address, field, path === '' ? name : `${path}.${name}`),
      ]),
    );
  };

  const rules = Object.fromEntries(
    Object.entries(given).map(([address, rule]) => {
      const cited = fields.get(address);
      if (!cited) return [address, rule];
      if (cited.size === 1) return [address, wrapped(rule, undefined, address, [...cited][0] ?? '', '')];
      return [
        address,
        Object.fromEntries(
          [...cited].map((field) => [field, wrapped(ruleOf(address, field), rule, address, field, '')]),
        ),
      ];
    }),
  );
  return {
    rules,
    calls,
    rule: ruleOf,
    reply(address, field, path, reply) {
      if (reply) replies.set(key(address, field, path), reply);
      else replies.delete(key(address, field, path));
    },
  };
}
