// The time service that serverClock() asks: `{ "now": ms }` and a Date header, and a way to move it in development.
// @ts-check

/**
 * @param {() => number} [base] What the service's time is based on, in milliseconds since 1970.
 */
export function createTimeService(base = Date.now) {
  let offsetMs = 0;
  const now = () => Math.floor(base() + offsetMs);
  /** @param {number} ms */
  const advance = (ms) => {
    offsetMs += ms;
  };
  /** @param {number} ms */
  const set = (ms) => {
    offsetMs = ms - base();
  };
  const reset = () => {
    offsetMs = 0;
  };

  /** @param {URLSearchParams} query @returns {string | undefined} what is wrong with it */
  const move = (query) => {
    const [[name, value] = ['', '']] = query;
    const ms = value === '' ? Number.NaN : Number(value);
    if (name === 'reset') reset();
    else if (name === 'advance' && Number.isFinite(ms)) advance(ms);
    else if (name === 'set' && Number.isFinite(ms)) set(ms);
    else return `expected ?advance=ms, ?set=ms or ?reset, came ?${query}`;
    return undefined;
  };

  return {
    now,
    advance,
    set,
    reset,
    /** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
    answer(req, res) {
      const problem =
        req.method === 'POST' ? move(new URL(req.url ?? '/', 'http://localhost').searchParams) : undefined;
      res.writeHead(problem ? 400 : 200, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        date: new Date(now()).toUTCString(),
      });
      res.end(req.method === 'HEAD' ? undefined : JSON.stringify(problem ? { error: problem } : { now: now() }));
    },
  };
}
