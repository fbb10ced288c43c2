import { amountScenarios } from './scenarios/amounts.js';
import { calendarScenarios } from './scenarios/calendar.js';
import { clockScenarios } from './scenarios/clock.js';
import { declarationScenarios } from './scenarios/declarations.js';
import type { Scenario } from './scenarios/helpers.js';
import { holdsScenarios } from './scenarios/holds.js';
import { itemScenarios } from './scenarios/items.js';
import { limitScenarios } from './scenarios/limits.js';
import { presentScenarios } from './scenarios/present.js';
import { reportScenarios } from './scenarios/reports.js';
import { rewardScenarios } from './scenarios/rewards.js';
import { suspendScenarios } from './scenarios/suspend.js';

/** The scenario of every template that can run, by template. */
export const SCENARIOS: { readonly [template: string]: Scenario } = {
  ...suspendScenarios,
  ...clockScenarios,
  ...itemScenarios,
  ...amountScenarios,
  ...limitScenarios,
  ...calendarScenarios,
  ...rewardScenarios,
  ...presentScenarios,
  ...declarationScenarios,
  ...reportScenarios,
  ...holdsScenarios,
};

/** Statements of a template that makes another number of them than two. A scenario answers each. */
const STATEMENTS: { readonly [template: string]: number } = {
  'expiry-deadline-enforced': 3,
  'fixed-item-held-at-snapshot': 1,
  'catch-up-item-held-at-snapshot': 1,
  'continuous-item-stays-with-authority': 1,
  'continuous-item-is-not-predicted': 1,
  'protected-clock-return-paths': 4,
  'backward-clock-notice-silent': 1,
  'time-limit': 3,
  'less-after-a-point-limit': 3,
  'state-ceiling-limit': 4,
  'every-missed-update-fidelity': 3,
  'larger-steps-fidelity': 3,
  'one-derived-change-fidelity': 3,
  'away-rule-one-change-composition': 3,
  'crossing-inside-admitted-span-settles-in-order': 3,
  'return-reward-created-from-source': 3,
  'automatic-reward-delivery': 3,
  'player-claims-reward-delivery': 4,
  'final-state-and-anchor-commit-together': 3,
  'empty-row-sets-create-nothing': 6,
  'catch-up-report-fields': 1,
  'return-reward-report-fields': 1,
  'rollback-row-only-for-trusted-checkpoint': 4,
  'player-claim-needs-return-surface': 3,
  'suspension-holds': 1,
};

/** How many statements a runnable template makes. */
export function statementsOf(template: string): number {
  return STATEMENTS[template] ?? 2;
}
