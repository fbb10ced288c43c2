/**
 * The 15 steps of the contract, in order, once. Everything that lists steps derives from this.
 * A step's file carries its number; what is true when it ends stands in `spec/lifecycle.md`.
 */
export const STEPS = [
  'begin-interval',
  'capture-snapshot',
  'hold-items',
  'wait-for-return',
  'leave-authorities',
  'discover-crossings',
  'measure-interval',
  'apply-backward-anchor',
  'build-timelines',
  'compute-segments',
  'settle-in-order',
  'expire-pending',
  'read-choose-reward',
  'present-return',
  'commit-and-resume',
] as const;
export type Step = (typeof STEPS)[number];

/** The diagnostic streams of the acceptance tests; an event is named `<adoption>-<stream>`. */
export const STREAMS = [
  'suspension-interval',
  'suspension-snapshot',
  'clock-readings',
  'background-update-trace',
  'fixed-state-trace',
  'catch-up-trace',
  'choice-trace',
  'continuous-state-trace',
  'return-timeline',
  'return-state-trace',
  'rollback-trace',
  'catch-up-report',
  'calendar-report',
  'reward-report',
  'return-display-trace',
  'anchor-commit',
  'declaration-record',
  'first-ordering-violation',
] as const;
export type Stream = (typeof STREAMS)[number];
