import type { CatchUpRow, ReadAdoption } from '../adoption/document.js';
import type { BoundAdoption, BoundBranch, BoundCatchUp, BoundChoice } from './bound.js';
import { namesOf, peek } from './checks.js';
import type { Citation } from './citations.js';
import { citationsOf } from './citations.js';
import type { ChoiceRule } from './duties.js';
import { ASKED } from './duty-checks.js';
import { displayFindings, incomplete, ruleFindings } from './findings.js';

/**
 * Binds every citation of an adoption to its rule and checks that the rule does its duty: the same check that
 * `RulesFor` makes at compile time, for plain JSON imports and for JavaScript.
 *
 * @throws SuspensionError `RULES_INCOMPLETE`, or `DISPLAY_MISSING` where the rules are complete and a display is not:
 *   with everything that is missing or wrong at once, in the message and as `details.findings` and `details.display`.
 */
export function bindRules<W>(adoption: ReadAdoption, rules: unknown, display: unknown): BoundAdoption<W> {
  const citations = citationsOf(adoption);
  const found = readOnce(citations, rules);
  const findings = ruleFindings(adoption, citations, found, rules);
  const missing = displayFindings(adoption, display);
  if (findings.length + missing.length > 0) throw incomplete(adoption.id, findings, missing);
  return boundAdoption(adoption, found);
}

/** The rule of a citation. */
export type Find = (address: string, field: string) => unknown;

/** Each rule, read a single time: what is checked is what is bound. */
function readOnce(citations: readonly Citation[], rules: unknown): Find {
  const fieldsAt = new Map<string, Set<string>>();
  for (const { address, field } of citations) {
    fieldsAt.set(address, (fieldsAt.get(address) ?? new Set()).add(field));
  }
  const found = new Map<string, unknown>();
  const key = (address: string, field: string): string => JSON.stringify([address, field]);
  for (const [address, fields] of fieldsAt) {
    const rule = peek(rules, address);
    for (const field of fields) found.set(key(address, field), fields.size > 1 ? peek(rule, field) : rule);
  }
  return (address, field) => found.get(key(address, field));
}

/** The adoption with rules in place of citations. Every rule is there by now. */
function boundAdoption<W>(adoption: ReadAdoption, find: Find): BoundAdoption<W> {
  const { rows } = adoption;
  // Checked above, so that the type of the place it goes to is the rule's own.
  const rule = (row: object, field: string): never => find(String(peek(row, field)), field) as never;
  const state = (row: { readonly id: string }): { readonly id: string; readonly rule: never } => ({
    id: row.id,
    rule: rule(row, 'state-declared-in'),
  });
  const [clock] = rows.clock;
  const [rollback] = rows['rollback-rules'];
  return {
    adoption,
    ...(clock && { clock: { id: clock.id, rule: rule(clock, 'clock-declared-in') } }),
    fixed: rows['fixed-items'].map(state),
    catchUp: rows['catch-up-items'].map((row) => ({
      id: row.id,
      ...boundCatchUp(row, rule(row, 'state-declared-in'), (name) => rule(row, `${name}-rule-declared-in`)),
    })),
    continuous: rows['continuous-items'].map(state),
    choices: rows['choice-items'].map(({ id, ...row }) => boundChoice(id, rule(row, 'choice-declared-in'))),
    rewards: rows['return-rewards'].map((row) => ({
      row,
      reward: rule(row, 'reward-declared-in'),
      destination: rule(row, 'destination-declared-in'),
      ...(row['claim-declared-in'] !== undefined && { claim: rule(row, 'claim-declared-in') }),
      ...(row['expires-declared-in'] !== undefined && { expiry: rule(row, 'expires-declared-in') }),
    })),
    calendar: rows['calendar-boundaries'].map((row) => ({
      row,
      boundary: rule(row, 'boundary-declared-in'),
      settlement: rule(row, 'settlement-declared-in'),
    })),
    ...(rollback && { rollback: { id: rollback.id, rule: rule(rollback, 'trusted-state-declared-in') } }),
  };
}

type CatchUpParts<W> = Pick<BoundCatchUp<W>, 'state' | 'amount' | 'fidelity' | 'limit'>;

/** The state, and each choice with its rule where it asks for one. */
function boundCatchUp<W>(
  options: Pick<CatchUpRow, 'away-amount' | 'catch-up-fidelity' | 'away-limit'>,
  state: never,
  rule: (name: keyof typeof ASKED) => unknown,
): CatchUpParts<W> {
  const part = (name: keyof typeof ASKED): object => {
    const { field, duties } = ASKED[name];
    const branch = options[field];
    return duties[branch] ? { branch, rule: rule(name) } : { branch };
  };
  return { state, amount: part('amount'), fidelity: part('fidelity'), limit: part('limit') } as CatchUpParts<W>;
}

function boundChoice<W>(id: string, rule: ChoiceRule<W>): BoundChoice<W> {
  const all = peek(rule, 'branches');
  const branches = namesOf(all).map((name): BoundBranch<W> => {
    const branch = peek(all, name);
    const [fixed, continuous] = [peek(branch, 'fixed'), peek(branch, 'continuous')];
    if (fixed) return { kind: 'fixed', name, rule: fixed as never };
    if (continuous) return { kind: 'continuous', name, rule: continuous as never };
    const behaviour = peek(branch, 'catchUp');
    const options = Object.fromEntries(Object.values(ASKED).map(({ field }) => [field, peek(behaviour, field)]));
    const parts = boundCatchUp<W>(options as never, peek(behaviour, 'state') as never, (part) => peek(behaviour, part));
    return { kind: 'catch-up', name, row: { id, branch: name, ...parts } };
  });
  return { id, selectedAt: peek(rule, 'selectedAt') as never, select: (world) => rule.select(world), branches };
}
