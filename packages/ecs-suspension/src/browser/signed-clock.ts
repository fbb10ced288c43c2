import type { ServerClock, SyncedClockOptions } from './synced-clock.js';
import { createSyncedClock } from './synced-clock.js';
import { checkedTime } from './time-answer.js';

export interface SignedClockOptions extends SyncedClockOptions {
  readonly url: string;
  /**
   * The service's public keys, as JSON Web Keys: Ed25519, ECDSA on P-256, or both. The first one that the browser
   * knows is used, so a service that signs by both reaches every browser.
   */
  readonly publicKey: JsonWebKey | readonly JsonWebKey[];
}

const NONCE_BYTES = 16;

interface Verifier {
  /** What the service is asked to sign by: `Ed25519` or `ES256`. */
  readonly name: string;
  verify(signature: Uint8Array<ArrayBuffer>, text: string): Promise<boolean>;
}

async function verifierOf(key: JsonWebKey): Promise<Verifier> {
  const edwards = key.kty === 'OKP';
  const algorithm = edwards ? { name: 'Ed25519' } : { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('jwk', key, algorithm, false, ['verify']);
  return {
    name: edwards ? 'Ed25519' : 'ES256',
    verify: (signature, text) => crypto.subtle.verify(algorithm, imported, signature, new TextEncoder().encode(text)),
  };
}

async function firstKnown(keys: readonly JsonWebKey[]): Promise<Verifier> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error('this page has no WebCrypto to check a signature with: serve it over https, or from localhost');
  }
  for (const key of keys) {
    try {
      return await verifierOf(key);
    } catch {
      // This browser does not know the kind of key; the next one may do.
    }
  }
  throw new Error(`this browser knows none of the keys (${keys.map(({ kty, crv }) => `${kty} ${crv}`).join(', ')})`);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * A {@link serverClock} that a proxy on the player's machine cannot move: each answer is signed over its time and a
 * number that only this request had.
 *
 * The service is asked `?nonce=<32 hex digits>&alg=<Ed25519 or ES256>` and answers `{ now, nonce, signature }`, the
 * signature in base64url over the text `<now>.<nonce>`. What a proxy can still do is wait: by up to half of `timeoutMs`.
 *
 * `read` and `sync` reject with `CLOCK_UNAVAILABLE` where no answer came or its signature is not the service's.
 */
export function signedClock({ url, publicKey, ...options }: SignedClockOptions): ServerClock {
  const keys: readonly JsonWebKey[] = Array.isArray(publicKey) ? publicKey : [publicKey as JsonWebKey];
  let known: Promise<Verifier> | undefined;
  const request = async () => {
    known ??= firstKnown(keys);
    const { name, verify } = await known;
    const nonce = hexOf(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
    const time = async (response: Response, earliestMs: number): Promise<number> => {
      if (!response.ok) throw new Error(`status ${response.status} came`);
      const answer: unknown = await response.json();
      const { now, nonce: signed, signature } = (answer ?? {}) as Record<string, unknown>;
      if (typeof now !== 'number' || typeof signature !== 'string')
        throw new Error('no { now, nonce, signature } came');
      if (signed !== nonce) throw new Error('an answer to another request came');
      if (!(await verify(bytesOf(signature), `${now}.${nonce}`))) throw new Error("the signature is not the service's");
      return checkedTime(now, earliestMs);
    };
    return { url: `${url}${url.includes('?') ? '&' : '?'}nonce=${nonce}&alg=${name}`, time };
  };
  return createSyncedClock([{ url, request }], options);
}
