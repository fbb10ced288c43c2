import { describe, expect, it } from 'vitest';
import { inChromium } from './in-chromium.js';

const at = inChromium();

describe('serverClock in Chromium', () => {
  it('reads the time service, and is not moved by the clock of the device', async () => {
    const page = await at.open();
    at.served.time.advance(3_600_000);
    const [first, second] = await page.evaluate(async () => {
      const clock = window.kit.serverClock('/time');
      const { signal } = new AbortController();
      const first = await clock.read(signal);
      const { now } = Date;
      Date.now = () => now() + 86_400_000;
      return [first, await clock.read(signal)] as const;
    });
    expect(Math.abs(first - at.served.time.now())).toBeLessThan(2_000);
    expect(second - first).toBeLessThan(2_000);
  });

  it('needs no network soon after an answer, and asks anew when the page has come online', async () => {
    const page = await at.open();
    const session = await at.chromium.context.newCDPSession(page);
    const network = (offline: boolean) =>
      session.send('Network.emulateNetworkConditions', {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    await session.send('Network.enable');
    await page.evaluate(() => {
      Object.assign(window, { clock: window.kit.serverClock('/time') });
    });
    const read = () =>
      page.evaluate(() =>
        window.kit.outcome(
          (window as unknown as { clock: ReturnType<typeof window.kit.serverClock> }).clock.read(
            new AbortController().signal,
          ),
        ),
      );
    expect(await read()).toBe('ok');
    await network(true);
    // Soon after an answer the clock needs no network.
    expect(await read()).toBe('ok');
    await network(false);
    at.served.time.advance(60_000);
    await network(true);
    await page.waitForFunction(() => !navigator.onLine);
    await network(false);
    await page.waitForFunction(() => navigator.onLine);
    const reading = await page.evaluate(() =>
      (window as unknown as { clock: ReturnType<typeof window.kit.serverClock> }).clock.read(
        new AbortController().signal,
      ),
    );
    expect(Math.abs(reading - at.served.time.now())).toBeLessThan(2_000);
  });

  it.each([0, 1])('checks the signature of each answer by the key of place %i', async (place) => {
    const page = await at.open();
    const reading = await page.evaluate(
      (publicKey) => window.kit.signedClock({ url: '/time', publicKey }).sync(),
      at.served.time.publicKeys[place] ?? {},
    );
    expect(Math.abs(reading - at.served.time.now())).toBeLessThan(2_000);
  });
});
