import type { ReadAdoption } from '../../src/adoption/document.js';
import { readAdoption } from '../../src/adoption/read.js';
import { SuspensionError } from '../../src/errors.js';
import { bindRules } from '../../src/rules/bind.js';
import type { BoundAdoption } from '../../src/rules/bound.js';
import type { RuleFinding } from '../../src/rules/findings.js';
import { everyKind } from '../types/adoptions.js';

/** A tree of plain values, open to any change. */
export interface Tree {
  [name: string]: unknown;
}

/** The adoption with one row of every kind, changed by `edit` before it is read. */
export function adoptionWith(edit: (document: Tree) => void = () => {}): ReadAdoption {
  const document = structuredClone(everyKind) as unknown as Tree;
  edit(document);
  const read = readAdoption(document, 'every-kind');
  if (!read.ok) throw new Error(read.findings.map(({ pointer, message }) => `${pointer}: ${message}`).join('\n'));
  return read.adoption;
}

const fn = (): number => 0;
export const Lamp = { on: [0] };
export const stateRule = (): Tree => ({
  components: { Lamp },
  unit: 'units',
  ordinary: 'one a second',
  amount: fn,
  apply: fn,
  level: fn,
});
export const catchUpBranch = (): Tree => ({
  state: { ...stateRule(), stepMs: 1_000 },
  'away-amount': 'reduced',
  amount: { amounts: 'half', unit: 'units', amount: fn },
  'catch-up-fidelity': 'every-missed-update',
  'away-limit': 'time-limit',
  limit: { afterMs: 1_000 },
});

/** Rules that do every duty of {@link adoptionWith}; a fresh tree for each test to spoil. */
export function rulesOf(): Tree {
  return {
    'time.clock': { reading: 'server', unit: 'ms', sampled: 'at a return', now: fn, read: fn },
    'held.state': { components: { Lamp }, resources: { seed: { get: fn, set: fn } }, with: [Lamp] },
    'stepped.state': { ...stateRule(), stepMs: 1_000, playedBy: 'game', carry: { get: fn, set: fn } },
    'stepped.rules': {
      'amount-rule-declared-in': { amounts: 'half', unit: 'units', amount: fn },
      'limit-rule-declared-in': { afterMs: 1_000, amount: fn },
    },
    'derived.state': stateRule(),
    'derived.limit': { afterMs: 0 },
    'capped.state': stateRule(),
    'capped.limit': { ceiling: fn, inPlay: false },
    'shared.change': { derives: 'the amount, up to the limit', derive: fn },
    'coarse.state': stateRule(),
    'coarse.steps': { steps: 'two halves', distribute: fn },
    'coarse.limit': { afterMs: 1_000.5, amount: fn },
    'market.prices': { components: {}, authority: 'the market', read: fn, apply: fn, whenUnavailable: 'keep-last' },
    'lamp.choice': {
      branches: { lit: { catchUp: catchUpBranch() }, dark: { fixed: { components: { Lamp } } } },
      select: fn,
      selectedAt: 'return',
    },
    'chest.reward': { source: 'dawn', derives: 'one for each dawn', derive: fn },
    'chest.purse': { accepts: 'everything', offer: fn, components: { Lamp }, resources: {} },
    'chest.claim': { event: 'chest' },
    'chest.expires': { expires: 'after a day', deadline: fn },
    'dawn.boundary': {
      calendar: 'civil',
      timeZone: 'UTC',
      test: 'six in the morning',
      skipped: 'the next moment',
      repeated: 'the first',
      crossings: fn,
      inPlay: true,
    },
    'dawn.effect': { effects: 'wakes all', settle: fn },
    'trusted.state': { trusted: 'the server', checkpoint: fn },
  };
}
export const display = { notice: fn, summary: fn };

/** The error that binding ends in. */
export function refusal(
  rules: unknown,
  adoption: ReadAdoption = adoptionWith(),
  shown: unknown = display,
): SuspensionError {
  try {
    bindRules(adoption, rules, shown);
  } catch (error) {
    if (error instanceof SuspensionError) return error;
    throw error;
  }
  throw new Error('binding was expected to be refused');
}

export function findingsOf(error: SuspensionError): readonly RuleFinding[] {
  return error.details['findings'] as readonly RuleFinding[];
}

export function bind(rules: unknown, adoption: ReadAdoption = adoptionWith()): BoundAdoption<object> {
  return bindRules<object>(adoption, rules, display);
}

/** Puts a value at a path of object keys; `undefined` removes what is there. */
export function put(tree: Tree, path: readonly string[], value: unknown): Tree {
  const [name = '', ...rest] = path;
  if (rest.length > 0) put(tree[name] as Tree, rest, value);
  else if (value === undefined) delete tree[name];
  else tree[name] = value;
  return tree;
}
