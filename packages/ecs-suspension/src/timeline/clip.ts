import type { BoundCatchUp } from '../rules/bound.js';

/** The point a row's limit names, as a reading; `undefined` where its limit names none. */
export function limitPointMs<W>(limit: BoundCatchUp<W>['limit'], startMs: number): number | undefined {
  return limit.branch === 'time-limit' || limit.branch === 'less-after-a-point'
    ? startMs + Math.floor(limit.rule.afterMs)
    : undefined;
}

/**
 * End of a row's admitted span, for crossing selection (step 9). Only a time limit ends it before the return reading;
 * a state ceiling finds its end during the pass.
 */
export function admittedEndMs<W>(limit: BoundCatchUp<W>['limit'], startMs: number, endMs: number): number {
  const pointMs = limit.branch === 'time-limit' ? limitPointMs(limit, startMs) : undefined;
  return pointMs === undefined ? endMs : Math.min(endMs, pointMs);
}

/** The part of `(fromMs, toMs]` before a limit's point. */
export function leftBeforeMs(fromMs: number, toMs: number, pointMs: number): number {
  return Math.max(0, Math.min(toMs, pointMs) - fromMs);
}
