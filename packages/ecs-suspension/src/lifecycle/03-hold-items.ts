import { SuspensionError } from '../errors.js';
import type { BoundBranch, BoundChoice } from '../rules/bound.js';
import type { Context } from './context.js';
import { report, trace } from './context.js';
import { callRule } from './rule-failure.js';

/**
 * Resolves the selections that are made when a suspension begins (step 3). Fixed and catch-up items are held by the
 * phase: outside `playing` no update of theirs runs.
 *
 * When it ends, each choice row that selects at `'suspend'` has its branch. A selection that throws is told and made
 * at the return instead: the page may be going, and the snapshot must not go with it.
 */
export function holdItems<W>(context: Context<W>): Readonly<Record<string, string>> {
  try {
    return selectBranches(context, 'suspend');
  } catch (error) {
    report(context, error);
    return { ...context.choices };
  }
}

/**
 * Makes the selections of one moment; those of the other moment are kept as they are.
 *
 * @throws SuspensionError `RULE_FAILED` for a selection that throws or names no branch.
 */
export function selectBranches<W>(context: Context<W>, at: 'suspend' | 'return'): Readonly<Record<string, string>> {
  const selected: Record<string, string> = { ...context.choices };
  for (const choice of context.bound.choices) {
    const late = at === 'return' && !Object.hasOwn(selected, choice.id);
    if (choice.selectedAt !== at && !late) continue;
    selected[choice.id] = branchOf(
      choice,
      callRule(choice.id, 'select', () => choice.select(context.world)),
    ).name;
    trace(context, 'choice-trace', () => ({ row: choice.id, selected: selected[choice.id], at }));
  }
  return selected;
}

/** The branch of that name. */
export function branchOf<W>(choice: BoundChoice<W>, name: string): BoundBranch<W> {
  const branch = choice.branches.find((candidate) => candidate.name === name);
  if (branch) return branch;
  const names = choice.branches.map((candidate) => `"${candidate.name}"`).join(' or ');
  throw new SuspensionError(
    'RULE_FAILED',
    `Choice row "${choice.id}": select(world) must give ${names}, but it gave ${String(name)}. Correct the rule; a return that failed is tried again by retry().`,
    { details: { row: choice.id, rule: 'select' } },
  );
}
