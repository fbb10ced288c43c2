// The time service that serverClock() and signedClock() ask, and a way to move it in development.
//   GET /time                      { "now": ms }, and a Date header
//   GET /time?nonce=hex&alg=name   { "now": ms, "nonce": hex, "signature": base64url } over the text "<now>.<nonce>"
// @ts-check
import { generateKeyPairSync, sign } from 'node:crypto';

/** Keys of one run; a real service keeps its own, and a game ships their public half. */
function createKeys() {
  const edwards = generateKeyPairSync('ed25519');
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKeys: [edwards.publicKey, p256.publicKey].map((key) => key.export({ format: 'jwk' })),
    /** @param {string | null} alg @param {string} text */
    sign: (alg, text) =>
      (alg === 'ES256'
        ? sign('sha256', Buffer.from(text), { key: p256.privateKey, dsaEncoding: 'ieee-p1363' })
        : sign(null, Buffer.from(text), edwards.privateKey)
      ).toString('base64url'),
  };
}

/**
 * @param {() => number} [base] What the service's time is based on, in milliseconds since 1970.
 */
export function createTimeService(base = Date.now) {
  const keys = createKeys();
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

  /** @param {URLSearchParams} query */
  const tell = (query) => {
    const nonce = query.get('nonce');
    const ms = now();
    return nonce === null ? { now: ms } : { now: ms, nonce, signature: keys.sign(query.get('alg'), `${ms}.${nonce}`) };
  };

  return {
    /** JSON Web Keys, Ed25519 and P-256, for signedClock(). */
    publicKeys: keys.publicKeys,
    now,
    advance,
    set,
    reset,
    /** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
    answer(req, res) {
      const query = new URL(req.url ?? '/', 'http://localhost').searchParams;
      const problem = req.method === 'POST' ? move(query) : undefined;
      res.writeHead(problem ? 400 : 200, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        date: new Date(now()).toUTCString(),
      });
      res.end(req.method === 'HEAD' ? undefined : JSON.stringify(problem ? { error: problem } : tell(query)));
    },
  };
}
