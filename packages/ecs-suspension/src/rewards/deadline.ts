import type { Reward } from '../rules/duties.js';
import { highest } from '../time.js';

/**
 * The reading a deadline is compared with: the highest known, so that a clock moved back never revives a reward.
 * `undefined` where the adoption reads no clock: then nothing expires.
 */
export function deadlineReading(
  readingMs: number | undefined,
  intervalStartMs: number | undefined,
  anchorMs: number | undefined,
): number | undefined {
  return highest(readingMs, intervalStartMs, anchorMs);
}

/** Whether a reward is gone at that reading: at its deadline it is. */
export function isExpired(reward: Reward, readingMs: number | undefined): boolean {
  return reward.deadlineMs !== undefined && readingMs !== undefined && readingMs >= reward.deadlineMs;
}
