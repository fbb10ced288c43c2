import type { CatchUpRow, ReadAdoption } from '../adoption/document.js';
import { SuspensionError } from '../errors.js';
import type { BoundAdoption, BoundBranch, BoundCatchUp, BoundChoice } from './bound.js';
import type { DutyName, RuleFinding } from './checks.js';
import { dutyFaults, isObject, member, names, shown } from './checks.js';
import type { CatchUpBehaviour, ChoiceRule } from './duties.js';

interface Citation {
  readonly address: string;
  readonly row: string;
  readonly field: string;
  readonly duty: DutyName;
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
  const missing = neededSurfaces(adoption).filter((surface) => typeof member(display, surface) !== 'function');
  if (missing.length > 0) {
    throw new SuspensionError(
      'DISPLAY_MISSING',
      `The answers of "${adoption.id}" ask for ${missing.map((surface) => `display.${surface}`).join(' and ')}, which display lacks. Add ${missing.length > 1 ? 'them' : 'it'}.`,
      { details: { missing } },
    );
  }
  return bound(adoption, (address, field) => ruleAt(citations, rules, address, field) as never);
}

/** All citations in row-set order, with the duty that the field and the row's answers give. */
function citationsOf({ rows }: ReadAdoption): readonly Citation[] {
  const cites: Citation[] = [];
  const add = (row: { readonly id: string }, field: string, duty: DutyName): void => {
    const address = (row as unknown as Record<string, unknown>)[field];
    if (typeof address === 'string') cites.push({ address, row: row.id, field, duty });
  };
  for (const row of rows.clock) add(row, 'clock-declared-in', 'clock');
  for (const row of rows['fixed-items']) add(row, 'state-declared-in', 'fixed');
  for (const row of rows['catch-up-items']) {
    const fidelity = row['catch-up-fidelity'];
    add(row, 'state-declared-in', fidelity === 'every-missed-update' ? fidelity : 'catch-up');
    add(row, 'amount-rule-declared-in', 'amount');
    if (fidelity !== 'every-missed-update') add(row, 'fidelity-rule-declared-in', fidelity);
    if (row['away-limit'] !== 'whole-interval') add(row, 'limit-rule-declared-in', row['away-limit']);
  }
  for (const row of rows['continuous-items']) add(row, 'state-declared-in', 'continuous');
  for (const row of rows['choice-items']) add(row, 'choice-declared-in', 'choice');
  for (const row of rows['return-rewards']) {
    add(row, 'reward-declared-in', 'reward');
    add(row, 'destination-declared-in', 'destination');
    add(row, 'claim-declared-in', 'claim');
    add(row, 'expires-declared-in', 'expiry');
  }
  for (const row of rows['calendar-boundaries']) {
    add(row, 'boundary-declared-in', 'boundary');
    add(row, 'settlement-declared-in', 'settlement');
  }
  for (const row of rows['rollback-rules']) add(row, 'trusted-state-declared-in', 'trusted');
  return cites;
}

/** The rule at an address; where several fields cite it, the one keyed by the field. */
function ruleAt(citations: readonly Citation[], rules: unknown, address: string, field: string): unknown {
  const rule = Object.hasOwn(Object(rules), address) ? member(rules, address) : undefined;
  const fields = new Set(
    citations.filter((citation) => citation.address === address).map((citation) => citation.field),
  );
  return fields.size > 1 ? member(rule, field) : rule;
}

function ruleFindings(adoption: ReadAdoption, citations: readonly Citation[], rules: unknown): RuleFinding[] {
  return citations.flatMap((citation) => {
    const { address, row, field, duty } = citation;
    const rule = ruleAt(citations, rules, address, field);
    const faults = rule === undefined ? [['', 'no rule is bound to it'] as const] : [...dutyFaults(rule, duty)];
    if (faults.length === 0) faults.push(...moreFaults(adoption, citations, rules, citation, rule));
    return faults.map(([at, problem]): RuleFinding => ({ address, row, field, duty: at, problem }));
  });
}

/** What a duty asks beyond its members. */
function moreFaults(
  { rows }: ReadAdoption,
  citations: readonly Citation[],
  rules: unknown,
  { row, duty }: Citation,
  rule: unknown,
): readonly (readonly [string, string])[] {
  switch (duty) {
    case 'catch-up':
    case 'every-missed-update':
      return gamePlayedFaults(rule);
    case 'amount': {
      const state = citations.find((other) => other.row === row && other.field === 'state-declared-in');
      const unit = state && member(ruleAt(citations, rules, state.address, state.field), 'unit');
      return unitFaults(member(rule, 'unit'), unit);
    }
    case 'reward': {
      const sources = [...rows['catch-up-items'], ...rows['choice-items'], ...rows['calendar-boundaries']];
      const ids = sources.map(({ id }) => id);
      const source = member(rule, 'source');
      if (ids.includes(source as string)) return [];
      return [
        [
          'source',
          `a catch-up, choice or calendar row (${ids.join(', ') || 'there is none'}) was expected, ${shown(source)} came`,
        ],
      ];
    }
    case 'choice':
      return choiceFaults(rule);
    default:
      return [];
  }
}

function gamePlayedFaults(rule: unknown): readonly (readonly [string, string])[] {
  const lacks = member(rule, 'playedBy') === 'game' && member(rule, 'stepMs') !== undefined && !member(rule, 'carry');
  return lacks ? [['carry', "{ get, set } was expected beside playedBy: 'game' and stepMs, nothing came"]] : [];
}

function unitFaults(unit: unknown, stateUnit: unknown): readonly (readonly [string, string])[] {
  if (stateUnit === undefined || unit === stateUnit) return [];
  return [['unit', `the unit of the row's state, ${shown(stateUnit)}, was expected, ${shown(unit)} came`]];
}

function choiceFaults(rule: unknown): readonly (readonly [string, string])[] {
  const branches = member(rule, 'branches');
  const ids = names(branches);
  if (ids.length !== 2) return [['branches', `two branches were expected, ${ids.length} came`]];
  return ids.flatMap((name) =>
    branchFaults(member(branches, name)).map(([at, problem]) => [`branches.${name}${at}`, problem] as const),
  );
}

const AMOUNTS: readonly unknown[] = ['same-as-playing', 'reduced', 'away-rule'];
const FIDELITIES: readonly unknown[] = ['every-missed-update', 'larger-steps', 'one-derived-change'];
const LIMITS: readonly unknown[] = ['whole-interval', 'time-limit', 'less-after-a-point', 'state-ceiling'];

function branchFaults(branch: unknown): readonly (readonly [string, string])[] {
  const kinds = (['fixed', 'catchUp', 'continuous'] as const).filter((kind) => member(branch, kind) !== undefined);
  const [kind] = kinds;
  if (kinds.length !== 1 || kind === undefined) {
    return [['', `one of fixed, catchUp and continuous was expected, ${kinds.join(' and ') || 'none'} came`]];
  }
  const rule = member(branch, kind);
  const under = (path: string, duty: DutyName, value: unknown) =>
    dutyFaults(value, duty).map(([at, problem]) => [`.${path}${at && `.${at}`}`, problem] as const);
  if (kind !== 'catchUp') return under(kind, kind, rule);
  const away = member(rule, 'away-amount');
  const fidelity = member(rule, 'catch-up-fidelity');
  const limit = member(rule, 'away-limit');
  const answers = [
    ['away-amount', away, AMOUNTS],
    ['catch-up-fidelity', fidelity, FIDELITIES],
    ['away-limit', limit, LIMITS],
  ] as const;
  const unknown = answers.filter(([, answer, options]) => !options.includes(answer));
  if (unknown.length > 0) {
    return unknown.map(
      ([field, answer, options]) =>
        [`.catchUp.${field}`, `${options.join(', ')} was expected, ${shown(answer)} came`] as const,
    );
  }
  const missed = fidelity === 'every-missed-update';
  const state = member(rule, 'state');
  return [
    ...under('catchUp.state', missed ? 'every-missed-update' : 'catch-up', state),
    ...gamePlayedFaults(state).map(([at, problem]) => [`.catchUp.state.${at}`, problem] as const),
    ...(away === 'same-as-playing' ? [] : under('catchUp.amount', 'amount', member(rule, 'amount'))),
    ...(missed ? [] : under('catchUp.fidelity', fidelity as DutyName, member(rule, 'fidelity'))),
    ...(limit === 'whole-interval' ? [] : under('catchUp.limit', limit as DutyName, member(rule, 'limit'))),
  ];
}

/** Rules that nothing cites: most often a mistyped address. */
function uncited(citations: readonly Citation[], rules: unknown): readonly RuleFinding[] {
  if (!isObject(rules)) return [];
  const cited = [...new Set(citations.map(({ address }) => address))];
  return names(rules)
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
