import type { Condition } from './definition.js';
import type { RowSet } from './document.js';

/** One acceptance-test template of the contract's pack: what decides where it applies, and what it observes. */
export interface Template {
  readonly id: string;
  /** `general` holds over whole runs; it is sampled, not stepped through. */
  readonly type: 'scenario' | 'general';
  readonly expand: 'once' | 'per-row';
  /** The row set that a per-row template goes through. */
  readonly collection?: RowSet;
  /** Fields its row must have, as it reads them. */
  readonly fields: readonly string[];
  /** Flags that must hold, or what a row must match. */
  readonly when?: Pick<Condition, 'flag' | 'row'>;
  /** Diagnostic streams it reads, without the adoption's id. */
  readonly diagnostics: readonly string[];
}

function once(id: string, diagnostics: readonly string[], when?: Template['when']): Template {
  return { id, type: 'scenario', expand: 'once', fields: [], diagnostics, ...(when && { when }) };
}

function perRow(
  id: string,
  collection: RowSet,
  fields: readonly string[],
  diagnostics: readonly string[],
  when?: Template['when'],
): Template {
  return { id, type: 'scenario', expand: 'per-row', collection, fields, diagnostics, ...(when && { when }) };
}

/**
 * All templates, in the pack's order. What their wording looks up needs no condition of its own:
 * a question is always asked where its flag holds, and a row's fields are in `fields`.
 */
export const TEMPLATES: readonly Template[] = [
  once('suspension-interval-boundaries', ['suspension-interval']),
  once('suspension-snapshot-vocabulary', ['suspension-snapshot']),
  perRow('pending-reward-vocabulary-and-expiry', 'return-rewards', ['delivery', 'id'], ['reward-report']),
  perRow(
    'expiry-deadline-enforced',
    'return-rewards',
    ['delivery', 'expires-declared-in', 'id'],
    ['reward-report', 'return-display-trace'],
  ),
  once('background-counts-as-away', ['suspension-interval', 'return-timeline'], {
    flag: { 'while-in-the-background': ['counts-as-away'] },
  }),
  once('background-keeps-playing', ['background-update-trace', 'return-timeline'], {
    flag: { 'while-in-the-background': ['keeps-playing'] },
  }),
  once('background-waits-until-closed', ['background-update-trace', 'suspension-snapshot'], {
    flag: { 'while-in-the-background': ['waits-until-closed'] },
  }),
  once('closure-captures-one-snapshot', ['suspension-snapshot', 'suspension-interval']),
  perRow('clock-starting-reading', 'clock', ['clock-declared-in', 'id'], ['clock-readings', 'suspension-snapshot']),
  perRow(
    'fixed-item-held-at-snapshot',
    'fixed-items',
    ['id', 'state-declared-in'],
    ['suspension-snapshot', 'fixed-state-trace'],
  ),
  perRow('catch-up-item-held-at-snapshot', 'catch-up-items', ['id'], ['suspension-snapshot', 'catch-up-trace']),
  perRow(
    'choice-item-resolves-selection',
    'choice-items',
    ['choice-declared-in', 'id'],
    ['choice-trace', 'return-timeline'],
  ),
  perRow(
    'continuous-item-stays-with-authority',
    'continuous-items',
    ['id', 'state-declared-in'],
    ['continuous-state-trace'],
  ),
  perRow('catch-up-waits-for-return', 'catch-up-items', ['id'], ['clock-readings', 'catch-up-trace']),
  perRow('continuous-item-is-not-predicted', 'continuous-items', ['id'], ['continuous-state-trace']),
  perRow(
    'calendar-crossings-wait-for-return',
    'calendar-boundaries',
    ['boundary-declared-in', 'id'],
    ['calendar-report', 'return-timeline'],
  ),
  once('no-clock-return-path', ['return-timeline', 'fixed-state-trace']),
  once('no-calendar-row-creates-no-crossing', ['calendar-report', 'return-timeline']),
  perRow('protected-clock-return-paths', 'clock', ['id'], ['clock-readings', 'return-timeline', 'reward-report'], {
    flag: { 'clock-source': ['protected-clock'] },
  }),
  perRow('device-clock-non-negative-return', 'clock', ['id'], ['clock-readings', 'return-timeline'], {
    flag: { 'clock-source': ['device-clock'] },
  }),
  perRow(
    'device-clock-restores-suspension-snapshot',
    'clock',
    ['id'],
    ['clock-readings', 'suspension-snapshot', 'return-timeline', 'reward-report'],
    { flag: { 'clock-source': ['device-clock'], 'backward-clock-anchor': ['suspension-snapshot'] } },
  ),
  perRow(
    'device-clock-restores-trusted-checkpoint',
    'clock',
    ['id'],
    ['clock-readings', 'rollback-trace', 'return-timeline', 'reward-report'],
    { flag: { 'clock-source': ['device-clock'], 'backward-clock-anchor': ['last-trusted-checkpoint'] } },
  ),
  perRow(
    'device-clock-keeps-return-state',
    'clock',
    ['id'],
    ['clock-readings', 'return-state-trace', 'return-timeline', 'reward-report'],
    { flag: { 'clock-source': ['device-clock'], 'backward-clock-anchor': ['keep-return-state'] } },
  ),
  once('backward-clock-notice-silent', ['return-display-trace'], { flag: { 'backward-clock-notice': ['silent'] } }),
  once('backward-clock-notice-explain', ['return-display-trace'], { flag: { 'backward-clock-notice': ['explain'] } }),
  perRow(
    'rollback-reading-protects-next-anchor',
    'rollback-rules',
    ['id', 'trusted-state-declared-in'],
    ['rollback-trace', 'anchor-commit'],
  ),
  once('backward-return-anchor-is-monotonic', ['clock-readings', 'anchor-commit', 'rollback-trace'], {
    flag: { 'clock-source': ['device-clock'] },
  }),
  perRow('non-negative-catch-up-settles', 'catch-up-items', ['id'], ['return-timeline', 'catch-up-trace']),
  perRow(
    'whole-interval-limit',
    'catch-up-items',
    ['away-limit', 'catch-up-fidelity', 'id'],
    ['return-timeline', 'catch-up-report'],
    { row: { 'away-limit': ['whole-interval'] } },
  ),
  perRow(
    'time-limit',
    'catch-up-items',
    ['away-limit', 'catch-up-fidelity', 'id', 'limit-rule-declared-in'],
    ['return-timeline', 'catch-up-report'],
    { row: { 'away-limit': ['time-limit'] } },
  ),
  perRow(
    'less-after-a-point-limit',
    'catch-up-items',
    ['away-limit', 'catch-up-fidelity', 'id', 'limit-rule-declared-in'],
    ['return-timeline', 'catch-up-report'],
    { row: { 'away-limit': ['less-after-a-point'] } },
  ),
  perRow(
    'state-ceiling-limit',
    'catch-up-items',
    ['away-limit', 'catch-up-fidelity', 'id', 'limit-rule-declared-in'],
    ['return-timeline', 'catch-up-report'],
    { row: { 'away-limit': ['state-ceiling'] } },
  ),
  perRow('same-as-playing-amount', 'catch-up-items', ['away-amount', 'id'], ['catch-up-report'], {
    row: { 'away-amount': ['same-as-playing'] },
  }),
  perRow('reduced-amount', 'catch-up-items', ['amount-rule-declared-in', 'away-amount', 'id'], ['catch-up-report'], {
    row: { 'away-amount': ['reduced'] },
  }),
  perRow('away-rule-amount', 'catch-up-items', ['amount-rule-declared-in', 'away-amount', 'id'], ['catch-up-report'], {
    row: { 'away-amount': ['away-rule'] },
  }),
  perRow(
    'every-missed-update-fidelity',
    'catch-up-items',
    ['catch-up-fidelity', 'id'],
    ['return-timeline', 'catch-up-trace'],
    { row: { 'catch-up-fidelity': ['every-missed-update'] } },
  ),
  perRow(
    'larger-steps-fidelity',
    'catch-up-items',
    ['catch-up-fidelity', 'fidelity-rule-declared-in', 'id'],
    ['catch-up-trace', 'catch-up-report'],
    { row: { 'catch-up-fidelity': ['larger-steps'] } },
  ),
  perRow(
    'one-derived-change-fidelity',
    'catch-up-items',
    ['catch-up-fidelity', 'fidelity-rule-declared-in', 'id'],
    ['catch-up-trace', 'catch-up-report'],
    { row: { 'catch-up-fidelity': ['one-derived-change'] } },
  ),
  perRow(
    'away-rule-one-change-composition',
    'catch-up-items',
    ['amount-rule-declared-in', 'away-amount', 'catch-up-fidelity', 'fidelity-rule-declared-in', 'id'],
    ['catch-up-report'],
    { row: { 'away-amount': ['away-rule'], 'catch-up-fidelity': ['one-derived-change'] } },
  ),
  perRow(
    'calendar-every-crossing-in-order',
    'calendar-boundaries',
    ['id', 'settlement-declared-in'],
    ['return-timeline', 'calendar-report'],
    { flag: { 'crossed-calendar-boundaries': ['every-crossing-in-order'] } },
  ),
  perRow(
    'calendar-latest-crossing-only',
    'calendar-boundaries',
    ['id', 'settlement-declared-in'],
    ['return-timeline', 'calendar-report'],
    { flag: { 'crossed-calendar-boundaries': ['latest-crossing-only'] } },
  ),
  perRow(
    'calendar-one-combined-crossing',
    'calendar-boundaries',
    ['id', 'settlement-declared-in'],
    ['return-timeline', 'calendar-report'],
    { flag: { 'crossed-calendar-boundaries': ['one-combined-crossing'] } },
  ),
  once('segments-events-and-ties-stay-ordered', ['return-timeline', 'calendar-report', 'catch-up-report']),
  perRow(
    'crossing-inside-admitted-span-settles-in-order',
    'catch-up-items',
    ['away-limit', 'id'],
    ['return-timeline', 'calendar-report', 'catch-up-report'],
    {
      flag: {
        'crossed-calendar-boundaries': ['every-crossing-in-order', 'latest-crossing-only', 'one-combined-crossing'],
      },
    },
  ),
  perRow(
    'return-reward-created-from-source',
    'return-rewards',
    ['id', 'reward-declared-in'],
    ['reward-report', 'return-timeline'],
  ),
  perRow(
    'automatic-reward-delivery',
    'return-rewards',
    ['delivery', 'destination-declared-in', 'id'],
    ['reward-report'],
    { row: { delivery: ['automatic'] } },
  ),
  perRow(
    'player-claims-reward-delivery',
    'return-rewards',
    ['claim-declared-in', 'delivery', 'destination-declared-in', 'id'],
    ['reward-report', 'return-display-trace'],
    { row: { delivery: ['player-claims'] } },
  ),
  perRow('continuous-item-read-once-at-return', 'continuous-items', ['id'], ['continuous-state-trace']),
  perRow('choice-item-applied-once-at-return', 'choice-items', ['choice-declared-in', 'id'], ['choice-trace']),
  once('state-only-return-display', ['return-display-trace'], { flag: { 'return-display': ['state-only'] } }),
  once('visible-before-resume-return-display', ['return-display-trace'], {
    flag: { 'return-display': ['visible-before-resume'] },
  }),
  once('return-summary-display', ['return-display-trace'], { flag: { 'return-display': ['return-summary'] } }),
  once('detailed-return-summary-display', ['return-display-trace'], {
    flag: { 'return-display': ['detailed-return-summary'] },
  }),
  once('final-state-and-anchor-commit-together', ['anchor-commit', 'return-display-trace']),
  once('empty-row-sets-create-nothing', ['declaration-record', 'return-timeline']),
  perRow('catch-up-report-fields', 'catch-up-items', ['id'], ['catch-up-report']),
  once('backward-clock-report-fields', ['clock-readings', 'anchor-commit'], {
    flag: { 'clock-source': ['device-clock', 'protected-clock'] },
  }),
  perRow('return-reward-report-fields', 'return-rewards', ['id'], ['reward-report']),
  once('trusted-checkpoint-row-shape', ['declaration-record'], {
    flag: { 'backward-clock-anchor': ['last-trusted-checkpoint'] },
  }),
  once('rollback-row-only-for-trusted-checkpoint', ['declaration-record']),
  once('at-most-one-clock-row', ['declaration-record']),
  once('at-most-one-rollback-row', ['declaration-record']),
  perRow('player-claim-needs-return-surface', 'return-rewards', ['delivery', 'id'], ['declaration-record'], {
    row: { delivery: ['player-claims'] },
  }),
  perRow('clock-citation-duty', 'clock', ['clock-declared-in', 'id'], ['declaration-record']),
  perRow('fixed-state-citation-duty', 'fixed-items', ['id', 'state-declared-in'], ['declaration-record']),
  perRow('catch-up-state-citation-duty', 'catch-up-items', ['id', 'state-declared-in'], ['declaration-record']),
  perRow(
    'amount-rule-citation-duty',
    'catch-up-items',
    ['amount-rule-declared-in', 'away-amount', 'id'],
    ['declaration-record'],
    { row: { 'away-amount': ['reduced', 'away-rule'] } },
  ),
  perRow(
    'fidelity-rule-citation-duty',
    'catch-up-items',
    ['catch-up-fidelity', 'fidelity-rule-declared-in', 'id'],
    ['declaration-record'],
    { row: { 'catch-up-fidelity': ['larger-steps', 'one-derived-change'] } },
  ),
  perRow(
    'limit-rule-citation-duty',
    'catch-up-items',
    ['away-limit', 'id', 'limit-rule-declared-in'],
    ['declaration-record'],
    { row: { 'away-limit': ['time-limit', 'less-after-a-point', 'state-ceiling'] } },
  ),
  perRow('continuous-state-citation-duty', 'continuous-items', ['id', 'state-declared-in'], ['declaration-record']),
  perRow('choice-rule-citation-duty', 'choice-items', ['choice-declared-in', 'id'], ['declaration-record']),
  perRow('reward-rule-citation-duty', 'return-rewards', ['id', 'reward-declared-in'], ['declaration-record']),
  perRow('destination-rule-citation-duty', 'return-rewards', ['destination-declared-in', 'id'], ['declaration-record']),
  perRow(
    'claim-rule-citation-duty',
    'return-rewards',
    ['claim-declared-in', 'delivery', 'id'],
    ['declaration-record'],
    { row: { delivery: ['player-claims'] } },
  ),
  perRow(
    'expiry-rule-citation-duty',
    'return-rewards',
    ['delivery', 'expires-declared-in', 'id'],
    ['declaration-record'],
  ),
  perRow(
    'calendar-boundary-citation-duty',
    'calendar-boundaries',
    ['boundary-declared-in', 'id'],
    ['declaration-record'],
  ),
  perRow(
    'calendar-settlement-citation-duty',
    'calendar-boundaries',
    ['id', 'settlement-declared-in'],
    ['declaration-record'],
  ),
  perRow('trusted-state-citation-duty', 'rollback-rules', ['id', 'trusted-state-declared-in'], ['declaration-record']),
  perRow('away-limit-declaration-is-visible', 'catch-up-items', ['away-limit', 'id'], ['declaration-record'], {
    row: { 'away-limit': ['whole-interval'] },
  }),
  {
    ...once('suspension-holds', [
      'suspension-interval',
      'return-timeline',
      'catch-up-report',
      'calendar-report',
      'reward-report',
      'anchor-commit',
      'first-ordering-violation',
    ]),
    type: 'general',
  },
];
