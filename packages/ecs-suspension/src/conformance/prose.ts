import type { Given } from '../rules/duties.js';
import type { Run } from './run.js';
import { STATE } from './scenarios/helpers.js';

/** A template that reads prose: which citation it reads, and what a rule states for it. */
export interface Prose {
  readonly field: string;
  /** The duty, in our words. */
  readonly duty: string;
  /** What the rule states, by member. */
  texts(rule: Given): { readonly [member: string]: unknown };
}

const members =
  (...names: readonly string[]) =>
  (rule: Given): { readonly [member: string]: unknown } =>
    Object.fromEntries(names.map((name) => [name, rule?.[name]]));

const componentNames = (rule: Given): { readonly [member: string]: unknown } => ({
  components: Object.keys(rule?.components ?? {}).join(', '),
  ...(rule?.resources && { resources: Object.keys(rule.resources).join(', ') }),
});

/** What a limit or fidelity rule states depends on the option it serves: what is there is shown. */
const present = (rule: Given, names: readonly string[]): { readonly [member: string]: unknown } => {
  const there = names.filter((name) => rule?.[name] !== undefined);
  return Object.fromEntries((there.length > 0 ? there : names).map((name) => [name, rule?.[name]]));
};

export const PROSE: { readonly [template: string]: Prose } = {
  'clock-citation-duty': {
    field: 'clock-declared-in',
    duty: 'says which clock it is, in what unit, and at what moments it is asked',
    texts: members('reading', 'unit', 'sampled'),
  },
  'fixed-state-citation-duty': { field: STATE, duty: 'tells the whole state that is held', texts: componentNames },
  'catch-up-state-citation-duty': {
    field: STATE,
    duty: 'tells the item, its ordinary changes and its unit',
    texts: (rule) => ({ ...componentNames(rule), ...members('ordinary', 'unit')(rule) }),
  },
  'amount-rule-citation-duty': {
    field: 'amount-rule-declared-in',
    duty: 'tells how the away amount is computed, wholly, and its unit',
    texts: members('amounts', 'unit'),
  },
  'fidelity-rule-citation-duty': {
    field: 'fidelity-rule-declared-in',
    duty: 'tells how the promised amount becomes steps, or one change, without changing it',
    texts: (rule) => present(rule, ['steps', 'derives']),
  },
  'limit-rule-citation-duty': {
    field: 'limit-rule-declared-in',
    duty: 'tells the point, the later amount, or the ceiling',
    texts: (rule) => ({
      ...(rule?.ceiling && { ceiling: 'computed by the rule', inPlay: String(rule.inPlay) }),
      ...(!rule?.ceiling && { afterMs: rule?.afterMs }),
    }),
  },
  'continuous-state-citation-duty': {
    field: STATE,
    duty: 'names the authority that goes on with the item and gives its reading',
    texts: members('authority'),
  },
  'choice-rule-citation-duty': {
    field: 'choice-declared-in',
    duty: 'names both behaviours with their data, what selects one, and when',
    texts: (rule) => ({ branches: Object.keys(rule?.branches ?? {}).join(', '), selectedAt: rule?.selectedAt }),
  },
  'reward-rule-citation-duty': {
    field: 'reward-declared-in',
    duty: 'tells the source settlement and the whole derivation',
    texts: members('source', 'derives'),
  },
  'destination-rule-citation-duty': {
    field: 'destination-declared-in',
    duty: 'tells what is accepted and what stays pending',
    texts: members('accepts'),
  },
  'claim-rule-citation-duty': {
    field: 'claim-declared-in',
    duty: 'names the event by which the player claims',
    texts: members('event'),
  },
  'expiry-rule-citation-duty': {
    field: 'expires-declared-in',
    duty: 'tells the deadline at which an unclaimed reward goes',
    texts: members('expires'),
  },
  'calendar-boundary-citation-duty': {
    field: 'boundary-declared-in',
    duty: 'names calendar, time zone, the test, and what civil time does to it where it skips or repeats',
    texts: members('calendar', 'timeZone', 'test', 'skipped', 'repeated'),
  },
  'calendar-settlement-citation-duty': {
    field: 'settlement-declared-in',
    duty: 'tells the immediate effects of a crossing',
    texts: members('effects'),
  },
  'trusted-state-citation-duty': {
    field: 'trusted-state-declared-in',
    duty: 'gives one coherent state with its reading',
    texts: members('trusted'),
  },
  'away-limit-declaration-is-visible': {
    field: STATE,
    duty: 'no maximum of ordinary play stops the away gain of this row without being declared as its ceiling',
    texts: members('ordinary', 'unit'),
  },
};

/** What a person has to read for one prose test. */
export interface Reading {
  readonly address: string;
  readonly duty: string;
  readonly texts: { readonly [member: string]: string };
  /** Members without a text. */
  readonly missing: readonly string[];
}

export function readingFor(prose: Prose, run: Run, row: string): Reading {
  const texts = Object.entries(prose.texts(run.rule(row, prose.field)));
  const said = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim());
  return {
    address: run.address(row, prose.field),
    duty: prose.duty,
    texts: Object.fromEntries(texts.map(([member, value]) => [member, said(value)])),
    missing: texts.flatMap(([member, value]) => (said(value) === '' ? [member] : [])),
  };
}
