export type {
  Adoption,
  AmountBranch,
  FidelityBranch,
  Finding,
  LimitBranch,
  ReadAdoption,
  ReadResult,
} from './adoption/document.js';
export { readAdoption } from './adoption/read.js';
export { createSuspension } from './bitecs/create-suspension.js';
export {
  CatchUpItem,
  type CatchUpStores,
  ChoiceItem,
  type ChoiceStores,
  ContinuousItem,
  type ContinuousStores,
  FixedItem,
  type FixedStores,
  PendingReward,
  type RewardStores,
  type RowComponent,
} from './bitecs/row-components.js';
export type { Suspension, SuspensionOptions } from './bitecs/suspension.js';
export { isPlaying, SuspensionSystem } from './bitecs/suspension-system.js';
export { ERROR_CODES, type ErrorCode, SuspensionError } from './errors.js';
export type { SuspensionEvents } from './lifecycle/events.js';
export type {
  BackwardClockReport,
  CalendarReport,
  CatchUpReport,
  ChoiceReport,
  ContinuousReport,
  IntervalReport,
  Outcome,
  ReturnReport,
  RewardReport,
} from './lifecycle/reports.js';
export { STEPS, STREAMS, type Step, type Stream } from './lifecycle/steps.js';
export type { Phase } from './lifecycle/transitions.js';
export type { Restored } from './ports/covered-state.js';
export type { Display, DisplayRow, Emitter, Notice, ReturnDisplay, ReturnSummary } from './ports/display.js';
export type { Host, HostSignals } from './ports/host.js';
export type { Scheduler } from './ports/scheduler.js';
export type { Storage } from './ports/storage.js';
export { RECORD_FORMAT, type SavedRecord } from './record/record.js';
export type * from './rules/duties.js';
export { choice, continuous, type DisplayFor, type RulesFor } from './rules/rules-for.js';
