import { SuspensionError } from '../errors.js';
import type { Change, FidelityInput, Limit, Span, SplitChange } from '../rules/duties.js';
import { leftBeforeMs } from '../timeline/clip.js';
import { span } from '../timeline/span.js';
import type { Pass } from './09-build-timelines.js';
import { ceilingOf, finite } from './rule-failure.js';

/** More changes than this in one segment fail the return: a distribution that never ends must not hang the page. */
export const MOST_CHANGES = 1_000_000;

/**
 * Computes the changes of one segment under `larger-steps` or `one-derived-change` (step 10).
 *
 * The fidelity rule gets the whole segment's amount and the limit, and owns the limit: what it returns is applied as it
 * is. Missed updates are computed one by one where they are run (`updates.ts`), since each may read what the last one
 * left.
 */
export function computeChanges<W>(pass: Pass<W>, world: W, toMs: number, sinceMs: number): Iterable<Change> {
  const segment = span(pass.fromMs, toMs, sinceMs);
  const input: FidelityInput<W> = {
    amount: segmentAmount(pass, segment, world),
    limit: limitOf(pass, segment, world),
    level: finite(pass.row.id, 'level', pass.bound.state.level(world)),
    span: segment,
    world,
  };
  const { fidelity } = pass.bound;
  if (fidelity.branch === 'larger-steps') return fidelity.rule.distribute(input);
  if (fidelity.branch === 'one-derived-change') return [fidelity.rule.derive(input)];
  throw new Error('missed updates are run, not computed');
}

/** The amount of a segment, before fidelity and limit: kept apart from both. */
function segmentAmount<W>({ row, bound }: Pass<W>, segment: Span, world: W): number {
  const { state, amount } = bound;
  return finite(
    row.id,
    'amount',
    amount.branch === 'same-as-playing' ? state.amount(segment.elapsedMs, world) : amount.rule?.amount(segment, world),
  );
}

function limitOf<W>({ row, bound }: Pass<W>, segment: Span, world: W): Limit {
  const { limit } = bound;
  switch (limit.branch) {
    case 'whole-interval':
      return { kind: 'whole-interval' };
    case 'state-ceiling':
      return { kind: 'state-ceiling', ceiling: ceilingOf(row.id, limit.rule, world) };
    case 'time-limit':
    case 'less-after-a-point': {
      const { afterMs } = limit.rule;
      const point = { afterMs, leftMs: leftBeforeMs(segment.fromMs, segment.toMs, segment.sinceMs + afterMs) };
      if (limit.branch === 'time-limit') return { kind: 'time-limit', ...point };
      const laterAmount = (later: Span): number => finite(row.id, 'amount', limit.rule.amount(later, world));
      return { kind: 'less-after-a-point', ...point, laterAmount };
    }
  }
}

/** Checks one change: a number, or both parts of one under `less-after-a-point`. */
export function checkedChange<W>({ row, bound }: Pass<W>, change: Change): SplitChange {
  const rule = bound.fidelity.branch === 'larger-steps' ? 'distribute' : 'derive';
  if (bound.limit.branch !== 'less-after-a-point') {
    return { untilPoint: finite(row.id, rule, change), pastPoint: 0 };
  }
  const parts = typeof change === 'object' && change !== null ? change : undefined;
  return {
    untilPoint: finite(row.id, `${rule} (untilPoint)`, parts?.untilPoint),
    pastPoint: finite(row.id, `${rule} (pastPoint)`, parts?.pastPoint),
  };
}

export function tooManyChanges(row: string): SuspensionError {
  return new SuspensionError(
    'CHANGES_TOO_MANY',
    `Row "${row}": distribute(input) gave more than ${MOST_CHANGES} changes for one segment. Use larger steps, or end the iteration; then call retry().`,
    { details: { row, rule: 'distribute' } },
  );
}
