import type { ReadAdoption } from '../adoption/document.js';
import { SuspensionError } from '../errors.js';
import { must, namesOf, peek, shown } from './checks.js';
import type { Citation } from './citations.js';
import type { DutyName } from './duty-checks.js';
import { DUTIES, tellUnits } from './duty-checks.js';
import { nearest } from './nearest.js';

/** One thing that is missing or wrong in the rules handed over. */
export interface RuleFinding {
  readonly address: string;
  /** Row that cites the address; empty for a rule that nothing cites. */
  readonly row: string;
  /** Field that cites it; empty for a rule that nothing cites. */
  readonly field: string;
  readonly duty: DutyName | '';
  /** Where in the rule, what was expected there, and what came. */
  readonly problem: string;
}

/** A surface that the answers ask for, or one that is no function. */
export interface DisplayFinding {
  readonly method: 'notice' | 'show' | 'summary';
  readonly problem: string;
}

/** Longest list that a message spells out; `details` has all. */
const SPELLED_OUT = 50;

/** Every fault of the rules: those of each citation in row order, then what nothing cites. */
export function ruleFindings(
  adoption: ReadAdoption,
  citations: readonly Citation[],
  find: (address: string, field: string) => unknown,
  rules: unknown,
): readonly RuleFinding[] {
  const findings: RuleFinding[] = [];
  for (const citation of citations) {
    const { address, row, field, duty } = citation;
    const tell = (path: string, problem: string): void => {
      findings.push({ address, row, field, duty, problem: path ? `${path} ${problem}` : problem });
    };
    const rule = find(address, field);
    DUTIES[duty](
      rule,
      '',
      rule === undefined ? (path, problem) => tell(path, missing(citations, citation, problem)) : tell,
    );
    const others = citations.filter((other) => other.field === 'state-declared-in');
    if (duty === 'amount') {
      const state = others.find((other) => other.row === row && other.set === citation.set);
      if (state) tellUnits(find(state.address, state.field), rule, '', tell);
    } else if (duty === 'reward') tellSource(adoption, peek(rule, 'source'), tell);
    else if (field === 'state-declared-in') {
      const first = others.find((other) => other.address === address);
      if (first && first.set !== citation.set) {
        tell('', `is the state of a ${first.duty} row already, "${first.row}": cite another address for this one`);
      }
    }
  }
  return [...findings, ...uncited(citations, rules)];
}

/** A rule that is not there: what it would be, and where it belongs if several fields cite the address. */
function missing(citations: readonly Citation[], { address, field }: Citation, problem: string): string {
  const shared = citations.some((other) => other.address === address && other.field !== field);
  return shared ? `${problem}; several fields cite this address: key its rules by field, '${field}' here` : problem;
}

function tellSource({ rows }: ReadAdoption, source: unknown, tell: (path: string, problem: string) => void): void {
  const sets = [rows['catch-up-items'], rows['choice-items'], rows['calendar-boundaries']];
  const ids = sets.flatMap((set) => set.map(({ id }) => id));
  if (typeof source !== 'string' || source === '') return;
  must(`a catch-up, choice or calendar row (${ids.join(', ') || 'there is none'})`, (id) => ids.includes(id as string))(
    source,
    'source',
    tell,
  );
}

/** Rules that nothing cites: most often a slip in an address. */
function uncited(citations: readonly Citation[], rules: unknown): readonly RuleFinding[] {
  const fieldsAt = new Map<string, string[]>();
  for (const { address, field } of citations) {
    const fields = fieldsAt.get(address) ?? [];
    fieldsAt.set(address, fields.includes(field) ? fields : [...fields, field]);
  }
  const none = (address: string, field: string, known: Iterable<string>): RuleFinding => {
    const near = nearest(field || address, known);
    const problem = `no row cites it: ${near === undefined ? 'remove it' : `did you mean "${near}"?`}`;
    return { address, row: '', field, duty: '', problem };
  };
  const stray = namesOf(rules).filter((address) => !fieldsAt.has(address));
  const keyed = [...fieldsAt].filter(([, fields]) => fields.length > 1);
  return [
    ...stray.map((address) => none(address, '', fieldsAt.keys())),
    ...keyed.flatMap(([address, fields]) =>
      namesOf(peek(rules, address))
        .filter((field) => !fields.includes(field))
        .map((field) => none(address, field, fields)),
    ),
  ];
}

/** Surfaces that the answers ask for and the display lacks, and those that are there and are no functions. */
export function displayFindings({ answers }: ReadAdoption, display: unknown): readonly DisplayFinding[] {
  const shows = answers['return-display'];
  const askedBy = {
    notice: answers['backward-clock-notice'] === 'explain' && 'explain',
    show: shows === 'visible-before-resume' && shows,
    summary: shows.endsWith('return-summary') && shows,
  };
  return (['notice', 'show', 'summary'] as const).flatMap((method) => {
    const surface = peek(display, method);
    const asked = askedBy[method];
    if (typeof surface === 'function' || (surface === undefined && !asked)) return [];
    return [{ method, problem: `must be a function${asked ? `, as "${asked}" asks` : ''}, but ${shown(surface)}` }];
  });
}

/** One error for all: the rules first, then the display. */
export function incomplete(
  id: string,
  findings: readonly RuleFinding[],
  display: readonly DisplayFinding[],
): SuspensionError {
  const lines = [
    ...findings.map(({ address, row, field, duty, problem }) => {
      const place = row ? ` (row "${row}", ${field}, ${duty} rule)` : field && ` ${field}`;
      return `- "${address.slice(0, 1_000)}"${place.slice(0, 1_000)}: ${problem}`;
    }),
    ...display.map(({ method, problem }) => `- display.${method} ${problem}`),
  ];
  const more = lines.length - SPELLED_OUT;
  const listed = [...lines.slice(0, SPELLED_OUT), ...(more > 0 ? [`- and ${more} more, in details`] : [])].join('\n');
  const what = findings.length > 0 ? 'rules' : 'display';
  return new SuspensionError(
    findings.length > 0 ? 'RULES_INCOMPLETE' : 'DISPLAY_MISSING',
    `The ${what} of "${id}" cannot run as given. Mend each of these:\n${listed}`,
    { details: { findings, display } },
  );
}
