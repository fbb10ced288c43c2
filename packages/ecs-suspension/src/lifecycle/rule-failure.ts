import { SuspensionError } from '../errors.js';

/** Wraps what a rule threw, naming the row and the rule; an error of ours passes through. */
export function ruleFailure(row: string, rule: string, cause: unknown): SuspensionError {
  if (cause instanceof SuspensionError) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  return new SuspensionError(
    'RULE_FAILED',
    `Row "${row}": its rule's ${rule} threw "${said}". Correct the rule; a return that failed is tried again by retry().`,
    { cause, details: { row, rule } },
  );
}

/** Calls a rule; what it throws comes out as `RULE_FAILED`. */
export function callRule<T>(row: string, rule: string, call: () => T): T {
  try {
    return call();
  } catch (cause) {
    throw ruleFailure(row, rule, cause);
  }
}

/** A rule's number, or `RULE_FAILED` where it is not a finite one. */
export function finite(row: string, rule: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new SuspensionError(
    'RULE_FAILED',
    `Row "${row}": its rule's ${rule} must give a finite number, but it gave ${String(value)}. Correct the rule; a return that failed is tried again by retry().`,
    { details: { row, rule } },
  );
}

/** A ceiling may be infinite, never NaN. */
export function ceilingOf<W>(row: string, rule: { ceiling(world: W): number }, world: W): number {
  const ceiling = rule.ceiling(world);
  return ceiling === Number.POSITIVE_INFINITY ? ceiling : finite(row, 'ceiling', ceiling);
}
