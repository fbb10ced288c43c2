import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTimeService } from '../../../../tools/time-service.mjs';
import type { SignedClockOptions } from '../../src/browser/signed-clock.js';
import { signedClock } from '../../src/browser/signed-clock.js';

const START_MS = Date.UTC(2026, 5, 1);
const service = createTimeService(() => START_MS);
const server = createServer((req, res) => service.answer(req, res));
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/time`;
});
afterAll(() => server.close());

const clockOf = (options: Partial<SignedClockOptions> = {}) =>
  signedClock({ url, publicKey: service.publicKeys, performance: { now: () => 0 }, ...options });

/** A proxy on the player's machine that changes answers on their way. */
const through =
  (change: (answer: Record<string, unknown>) => unknown): NonNullable<SignedClockOptions['fetch']> =>
  async (at, init) =>
    Response.json(change((await (await fetch(at, init)).json()) as Record<string, unknown>));

const problemOf = (options: Partial<SignedClockOptions>): Promise<string> =>
  clockOf(options)
    .sync()
    .then(
      () => 'none',
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    );

describe('signedClock', () => {
  it.each([0, 1])('reads a time that was signed by the key of place %i', async (place) => {
    const publicKey = service.publicKeys[place];
    expect(publicKey && (await clockOf({ publicKey }).sync())).toBe(START_MS);
  });

  it('takes the first key that it knows', async () => {
    expect(await clockOf({ publicKey: [{ kty: 'XYZ' }, ...service.publicKeys] }).sync()).toBe(START_MS);
  });

  it('refuses a time that was changed on its way', async () => {
    const fetch = through((answer) => ({ ...answer, now: Number(answer['now']) + 1 }));
    expect(await problemOf({ fetch })).toMatch(/CLOCK_UNAVAILABLE.*the signature is not the service's/);
  });

  it('refuses an answer that was kept from an earlier request', async () => {
    let kept: unknown;
    const fetch = through((answer) => (kept ??= answer));
    const clock = clockOf({ fetch });
    await clock.sync();
    await expect(clock.sync()).rejects.toThrow(/an answer to another request came/);
  });

  it("refuses another service's signature", async () => {
    const { publicKeys } = createTimeService();
    expect(await problemOf({ publicKey: publicKeys })).toMatch(/the signature is not the service's/);
  });

  it.each([[{ now: START_MS }], [null], [{ now: String(START_MS), nonce: '', signature: '' }]])(
    'refuses an answer without a signature: %o',
    async (answer) => {
      expect(await problemOf({ fetch: through(() => answer) })).toMatch(/no { now, nonce, signature } came/);
    },
  );

  it('says that it knows none of the keys', async () => {
    expect(await problemOf({ publicKey: { kty: 'RSA', crv: 'none' } })).toMatch(/knows none of the keys \(RSA none\)/);
  });
});
