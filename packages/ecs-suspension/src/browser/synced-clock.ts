import { SuspensionError } from '../errors.js';
import type { ClockRule } from '../rules/duties.js';

export interface SyncedClockOptions {
  /** Age from which a reading at a return asks the service anew, in milliseconds; default 60,000. */
  readonly maxAgeMs?: number;
  /** How long one request may take, in milliseconds; default 10,000. */
  readonly timeoutMs?: number;
  /** How far wall and monotonic clock may part before a sleep, or a moved device clock, is suspected; default 2,000. */
  readonly driftMs?: number;
  /** Times before this one are taken for a fault of the service; default 2020-01-01. */
  readonly earliestMs?: number;
  /** Default: the page's own, as each of the following. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly performance?: { now(): number };
  readonly Date?: { now(): number };
  /** Where `online` comes from. */
  readonly events?: Pick<EventTarget, 'addEventListener'>;
}

/** A {@link ClockRule} whose readings are a time service's. */
export interface ServerClock extends ClockRule {
  /** NaN before the first answer; never backward after it. */
  now(): number;
  /** Asks the service where the last answer is too old to go by. */
  read(signal: AbortSignal): Promise<number>;
  /** Asks the service in any case. */
  sync(signal?: AbortSignal): Promise<number>;
}

/** How a kind of service is asked. */
export interface TimeService {
  readonly url: string;
  /** What is requested, made anew each time. */
  request(): Promise<{
    readonly url: string;
    /** The time of an answer; an error says what is wrong with it. */
    time(response: Response, earliestMs: number): Promise<number>;
  }>;
}

interface Sync {
  readonly timeMs: number;
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** A clock that asks services and is carried on by the monotonic clock between two answers. */
export function createSyncedClock(services: readonly TimeService[], options: SyncedClockOptions): ServerClock {
  const { maxAgeMs = 60_000, timeoutMs = 10_000, driftMs = 2_000, earliestMs = Date.UTC(2020, 0) } = options;
  // Looked up at each use, so that a fake that is put in later is used too.
  const request = (one: string, init: RequestInit): Promise<Response> => (options.fetch ?? globalThis.fetch)(one, init);
  const monotonicMs = (): number => (options.performance ?? globalThis.performance).now();
  const wallMs = (): number => (options.Date ?? globalThis.Date).now();

  const urls = services.map(({ url }) => url);
  let synced: Sync | undefined;
  let latestMs = Number.NEGATIVE_INFINITY;
  let suspect = false;
  const events: Partial<Pick<EventTarget, 'addEventListener'>> = options.events ?? globalThis;
  events.addEventListener?.('online', () => {
    suspect = true;
  });

  const now = (): number => {
    if (!synced) return Number.NaN;
    latestMs = Math.max(latestMs, Math.floor(synced.timeMs + monotonicMs() - synced.monotonicMs));
    return latestMs;
  };

  /** The service's time now, by the monotonic clock's zero, so that answers that came at different moments compare. */
  const ask = async (service: TimeService, signal: AbortSignal): Promise<number> => {
    const { url, time } = await service.request();
    signal.throwIfAborted();
    const sentMs = monotonicMs();
    const sentWallMs = wallMs();
    const response = await request(url, { cache: 'no-store', signal });
    const cameMs = monotonicMs();
    // The timer that should have ended it sleeps with the machine, and half of a sleep is no latency.
    const tookMs = Math.max(cameMs - sentMs, wallMs() - sentWallMs);
    if (tookMs > timeoutMs) throw new Error(`an answer came after ${Math.round(tookMs)} ms`);
    const timeMs = await time(response, earliestMs);
    return timeMs - (sentMs + cameMs) / 2;
  };

  const sync = async (signal?: AbortSignal): Promise<number> => {
    const giveUp = new AbortController();
    const stop = (): void => giveUp.abort(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    const timer = setTimeout(() => giveUp.abort(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    // Not every `fetch` that is handed in heeds its signal.
    const ended = new Promise<never>((_, reject) => {
      giveUp.signal.addEventListener('abort', () => reject(giveUp.signal.reason));
    });
    const answers = await Promise.allSettled(
      services.map((service) => Promise.race([ask(service, giveUp.signal), ended])),
    );
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);

    const zeros = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (zeros.length === 0) throw unavailable(urls, answers);
    const atMs = monotonicMs();
    synced = { timeMs: Math.min(...zeros) + atMs, monotonicMs: atMs, wallMs: wallMs() };
    suspect = false;
    return now();
  };

  const isFresh = ({ monotonicMs: thenMs, wallMs: thenWallMs }: Sync): boolean => {
    const ageMs = monotonicMs() - thenMs;
    const wallAgeMs = wallMs() - thenWallMs;
    // In a sleep the monotonic clock of most systems stands still, and only the wall clock shows it.
    return !suspect && ageMs <= maxAgeMs && Math.abs(wallAgeMs - ageMs) <= driftMs;
  };

  return {
    reading: `the time of ${urls.join(', ')}, in milliseconds since 1970`,
    unit: 'ms',
    sampled: 'at each return, and carried on by the monotonic clock in between',
    now,
    read: (signal) => (synced && isFresh(synced) ? Promise.resolve(now()) : sync(signal)),
    sync,
  };
}

function unavailable(urls: readonly string[], answers: readonly PromiseSettledResult<number>[]): SuspensionError {
  const problems = answers.map((answer, i) => {
    const reason: unknown = answer.status === 'rejected' ? answer.reason : undefined;
    return `${urls[i]}: ${reason instanceof Error ? reason.message : String(reason)}`;
  });
  return new SuspensionError(
    'CLOCK_UNAVAILABLE',
    `A time in milliseconds was expected from the time service, and none came (${problems.join('; ')}). ` +
      `Check the address and the connection; the return waits and asks again.`,
    { details: { urls, problems } },
  );
}
