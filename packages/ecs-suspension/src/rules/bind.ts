import type { CatchUpRow, ReadAdoption } from '../adoption/document.js';
import { SuspensionError } from '../errors.js';
import type { BoundAdoption, BoundBranch, BoundCatchUp, BoundChoice } from './bound.js';
import { isObject, namesOf, peek, shown } from './checks.js';
import type { Citation } from './citations.js';
import { citationsOf } from './citations.js';
import type { CatchUpBehaviour, ChoiceRule } from './duties.js';
import { DUTIES, tellUnits } from './duty-checks.js';

/** One thing that is wrong with the rules handed over. */
export interface RuleFinding {
  readonly address: string;
  /** Row that cites it; empty for a rule that nothing cites. */
  readonly row: string;
  readonly field: string;
  /** Member of the rule, as a path; empty for the rule as a whole. */
  readonly duty: string;
  readonly problem: string;
}

/**
 * Binds every citation of an adoption to its rule and checks that the rule does its duty: the same check that
 * `RulesFor` makes at compile time, for plain JSON imports and for JavaScript.
 *
 * @throws SuspensionError `RULES_INCOMPLETE` and `DISPLAY_MISSING`, with everything that is missing at once.
 */
export function bindRules<W>(adoption: ReadAdoption, rules: unknown, display: unknown): BoundAdoption<W> {
  const citations = citationsOf(adoption);
  const findings = [...ruleFindings(adoption, citations, rules), ...uncited(citations, rules)];
  if (findings.length > 0) throw incomplete(adoption.id, findings);
  const missing = neededSurfaces(adoption).filter((surface) => typeof peek(display, surface) !== 'function');
  if (missing.length > 0) {
    throw new SuspensionError(
      'DISPLAY_MISSING',
      `The answers of "${adoption.id}" ask for ${missing.map((surface) => `display.${surface}`).join(' and ')}, which display lacks. Add ${missing.length > 1 ? 'them' : 'it'}.`,
      { details: { missing } },
    );
  }
  return bound(adoption, (address, field) => ruleAt(citations, rules, address, field) as never);
}

/** The rule at an address; where several fields cite it, the one keyed by the field. */
function ruleAt(citations: readonly Citation[], rules: unknown, address: string, field: string): unknown {
  const rule = namesOf(rules).includes(address) ? peek(rules, address) : undefined;
  const fields = new Set(
    citations.filter((citation) => citation.address === address).map((citation) => citation.field),
  );
  return fields.size > 1 ? peek(rule, field) : rule;
}

function ruleFindings(adoption: ReadAdoption, citations: readonly Citation[], rules: unknown): RuleFinding[] {
  const findings: RuleFinding[] = [];
  for (const { address, row, field, duty } of citations) {
    const rule = ruleAt(citations, rules, address, field);
    const tell = (path: string, problem: string): void => {
      findings.push({ address, row, field, duty: path, problem });
    };
    if (rule === undefined) {
      tell('', 'no rule is bound to it');
      continue;
    }
    DUTIES[duty](rule, '', tell);
    if (duty === 'amount') {
      const state = citations.find((other) => other.row === row && other.field === 'state-declared-in');
      if (state) tellUnits(ruleAt(citations, rules, state.address, state.field), rule, '', tell);
    }
    if (duty === 'reward') {
      const ids = sourcesOf(adoption);
      const source = peek(rule, 'source');
      if (ids.includes(source as string)) continue;
      tell(
        'source',
        `must be a catch-up, choice or calendar row (${ids.join(', ') || 'there is none'}), but ${shown(source)}`,
      );
    }
  }
  return findings;
}

function sourcesOf({ rows }: ReadAdoption): readonly string[] {
  return [...rows['catch-up-items'], ...rows['choice-items'], ...rows['calendar-boundaries']].map(({ id }) => id);
}

/** Rules that nothing cites: most often a mistyped address. */
function uncited(citations: readonly Citation[], rules: unknown): readonly RuleFinding[] {
  if (!isObject(rules)) return [];
  const cited = [...new Set(citations.map(({ address }) => address))];
  return namesOf(rules)
    .filter((address) => !cited.includes(address))
    .map((address) => {
      const near = cited.find((other) => isNear(address, other));
      const problem = `no row cites it${near === undefined ? '' : `; "${near}" is cited`}`;
      return { address, row: '', field: '', duty: '', problem };
    });
}

/** Whether two addresses differ by a slip: alike but for case, or but for two letters. */
function isNear(a: string, b: string): boolean {
  if (a.toLowerCase() === b.toLowerCase()) return true;
  if (Math.abs(a.length - b.length) > 2) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 2;
}

function incomplete(id: string, findings: readonly RuleFinding[]): SuspensionError {
  const lines = findings.map(({ address, row, field, duty, problem }) => {
    const where = row ? ` (row "${row}", ${field})` : '';
    return `- "${address}"${where}${duty && ` ${duty}`}: ${problem}`;
  });
  return new SuspensionError(
    'RULES_INCOMPLETE',
    `The rules of "${id}" are not complete. Mend each:\n${lines.join('\n')}`,
    {
      details: { findings },
    },
  );
}

function neededSurfaces({ answers }: ReadAdoption): readonly ('notice' | 'show' | 'summary')[] {
  const display = answers['return-display'];
  return [
    ...(answers['backward-clock-notice'] === 'explain' ? (['notice'] as const) : []),
    ...(display === 'visible-before-resume' ? (['show'] as const) : []),
    ...(display === 'return-summary' || display === 'detailed-return-summary' ? (['summary'] as const) : []),
  ];
}

type Find = (address: string, field: string) => never;

/** The adoption with rules in place of citations. Every rule is there by now. */
function bound<W>(adoption: ReadAdoption, find: Find): BoundAdoption<W> {
  const { rows } = adoption;
  const rule = (row: object, field: string): never => {
    const address = (row as Record<string, unknown>)[field];
    return typeof address === 'string' ? find(address, field) : (undefined as never);
  };
  const [clock] = rows.clock;
  const [rollback] = rows['rollback-rules'];
  return {
    adoption,
    ...(clock && { clock: { id: clock.id, rule: rule(clock, 'clock-declared-in') } }),
    fixed: rows['fixed-items'].map((row) => ({ id: row.id, rule: rule(row, 'state-declared-in') })),
    catchUp: rows['catch-up-items'].map((row) => boundCatchUp(row, (field) => rule(row, field))),
    continuous: rows['continuous-items'].map((row) => ({ id: row.id, rule: rule(row, 'state-declared-in') })),
    choices: rows['choice-items'].map((row) => boundChoice(row.id, rule(row, 'choice-declared-in'))),
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

function boundCatchUp<W>(row: CatchUpRow, rule: (field: string) => never): BoundCatchUp<W> {
  return {
    id: row.id,
    state: rule('state-declared-in'),
    amount: { branch: row['away-amount'], rule: rule('amount-rule-declared-in') },
    fidelity: { branch: row['catch-up-fidelity'], rule: rule('fidelity-rule-declared-in') },
    limit: { branch: row['away-limit'], rule: rule('limit-rule-declared-in') },
  } as BoundCatchUp<W>;
}

function boundChoice<W>(id: string, rule: ChoiceRule<W>): BoundChoice<W> {
  const branches = Object.entries(rule.branches).map(([name, branch]): BoundBranch<W> => {
    if (branch.fixed) return { kind: 'fixed', name, rule: branch.fixed };
    if (branch.continuous) return { kind: 'continuous', name, rule: branch.continuous };
    return { kind: 'catch-up', name, row: boundBranch(id, name, branch.catchUp) };
  });
  return { id, selectedAt: rule.selectedAt, select: (world) => rule.select(world), branches };
}

function boundBranch<W>(id: string, branch: string, rule: CatchUpBehaviour<W>): BoundCatchUp<W> {
  return {
    id,
    branch,
    state: rule.state,
    amount: { branch: rule['away-amount'], rule: rule.amount },
    fidelity: { branch: rule['catch-up-fidelity'], rule: rule.fidelity },
    limit: { branch: rule['away-limit'], rule: rule.limit },
  } as BoundCatchUp<W>;
}
