import type { ServerClock, SyncedClockOptions } from './synced-clock.js';
import { createSyncedClock } from './synced-clock.js';
import { timeOf } from './time-answer.js';

/**
 * A clock that the device's settings cannot move: a service's time, carried on by the monotonic clock.
 *
 * The service answers `{ "now": ms }`, a bare number, or anything with a `Date` header. Half of the round trip is taken
 * off. A return asks anew where the last answer is older than `maxAgeMs`, after a suspected sleep, and after the page
 * came online; so a quick look at another tab costs no request. Of several services the lowest plausible answer counts.
 *
 * `read` and `sync` reject with `CLOCK_UNAVAILABLE` where no service gives a time; they say which, and what came.
 *
 * @example
 * rules: { 'time.account-time': serverClock('/time') }
 */
export function serverClock(url: string | readonly string[], options: SyncedClockOptions = {}): ServerClock {
  const urls = typeof url === 'string' ? [url] : url;
  return createSyncedClock(
    urls.map((one) => ({ url: one, request: () => Promise.resolve({ url: one, time: timeOf }) })),
    options,
  );
}
