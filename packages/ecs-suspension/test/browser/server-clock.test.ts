import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serverClock } from '../../src/browser/server-clock.js';
import type { SyncedClockOptions } from '../../src/browser/synced-clock.js';

const START_MS = Date.UTC(2026, 5, 1);
const signal = (): AbortSignal => new AbortController().signal;

/** A service, a device and a network of which every clock is moved by hand. */
function worldOf(options: SyncedClockOptions & { urls?: readonly string[] } = {}) {
  const world = {
    serverMs: START_MS,
    monotonicMs: 5_000,
    wallMs: START_MS - 86_400_000,
    /** How long each half of a round trip takes. */
    thereMs: 0,
    backMs: 0,
    requests: [] as string[],
    answer: (_url: string): Response => Response.json({ now: world.serverMs }),
    pass(ms: number) {
      world.serverMs += ms;
      world.monotonicMs += ms;
      world.wallMs += ms;
    },
  };
  const events = new EventTarget();
  const clock = serverClock(options.urls ?? '/time', {
    performance: { now: () => world.monotonicMs },
    Date: { now: () => world.wallMs },
    events,
    async fetch(url, init) {
      init.signal?.throwIfAborted();
      world.requests.push(`${url} ${init.cache}`);
      world.pass(world.thereMs);
      const response = world.answer(url);
      world.pass(world.backMs);
      return response;
    },
    ...options,
  });
  return { world, clock, events };
}

describe('serverClock', () => {
  it('is no number before the first answer', () => {
    expect(worldOf().clock.now()).toBeNaN();
  });

  it("reads the service's time at a cold start and carries it on by the monotonic clock", async () => {
    const { world, clock } = worldOf();
    expect(await clock.read(signal())).toBe(START_MS);
    world.pass(1_234.7);
    expect(clock.now()).toBe(START_MS + 1_234);
    expect(world.requests).toEqual(['/time no-store']);
  });

  it('takes half of the round trip off, so that it errs by half of what the ways differ', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4_000), fc.nat(4_000), async (thereMs, backMs) => {
        const { world, clock } = worldOf();
        Object.assign(world, { thereMs, backMs });
        const reading = await clock.read(signal());
        expect(Math.abs(reading - world.serverMs)).toBeLessThanOrEqual(Math.abs(thereMs - backMs) / 2 + 1);
      }),
    );
  });

  it.each<[string, () => Response]>([
    ['a body { now }', () => Response.json({ now: START_MS })],
    ['a bare number', () => new Response(String(START_MS))],
    ['a Date header', () => new Response('<html>', { headers: { date: new Date(START_MS).toUTCString() } })],
    [
      'a Date header beside other JSON',
      () => Response.json({ a: 1 }, { headers: { date: new Date(START_MS).toUTCString() } }),
    ],
  ])('reads %s', async (what, answer) => {
    const { world, clock } = worldOf();
    world.answer = answer;
    // A Date header tells whole seconds, cut off.
    expect(await clock.read(signal())).toBe(START_MS + (what.includes('Date') ? 500 : 0));
  });

  it.each<[string, () => Response, RegExp]>([
    ['an error status', () => new Response('no', { status: 503 }), /\/time: status 503/],
    ['no time at all', () => new Response('<html>'), /neither .* came, but "<html>"/],
    ['a time that is no number', () => Response.json({ now: '12' }), /neither/],
    ['seconds', () => Response.json({ now: START_MS / 1_000 }), /as if in seconds/],
    ['zero', () => Response.json({ now: 0 }), /0 came/],
    ['a time beyond the calendar', () => Response.json({ now: 1e18 }), /no time in milliseconds/],
    [
      'a broken connection',
      () => {
        throw new TypeError('fetch failed');
      },
      /\/time: fetch failed/,
    ],
  ])('rejects %s with CLOCK_UNAVAILABLE and says what came', async (_, answer, problem) => {
    const { world, clock } = worldOf();
    world.answer = answer;
    await expect(clock.read(signal())).rejects.toMatchObject({
      code: 'CLOCK_UNAVAILABLE',
      message: expect.stringMatching(problem),
    });
    expect(clock.now()).toBeNaN();
  });

  it('costs no request at a return soon after the last answer', async () => {
    const { world, clock } = worldOf();
    await clock.read(signal());
    world.pass(60_000);
    expect(await clock.read(signal())).toBe(START_MS + 60_000);
    expect(world.requests.length).toBe(1);
    world.pass(1);
    await clock.read(signal());
    expect(world.requests.length).toBe(2);
  });

  it('asks anew after maxAgeMs', async () => {
    const { world, clock } = worldOf({ maxAgeMs: 10 });
    await clock.read(signal());
    world.pass(11);
    await clock.read(signal());
    expect(world.requests.length).toBe(2);
  });

  it('A13: asks anew after a sleep in which the monotonic clock stood still', async () => {
    const { world, clock } = worldOf();
    await clock.read(signal());
    world.serverMs += 8 * 3_600_000;
    world.wallMs += 8 * 3_600_000;
    expect(await clock.read(signal())).toBe(START_MS + 8 * 3_600_000);
  });

  it('is not moved by the clock of the device, neither while it is read nor after', async () => {
    const { world, clock } = worldOf();
    await clock.read(signal());
    for (const stepMs of [-86_400_000, 8 * 3_600_000, 1_000]) {
      world.wallMs += stepMs;
      world.pass(500);
      expect(clock.now()).toBe(world.serverMs);
      expect(await clock.read(signal())).toBe(world.serverMs);
    }
  });

  it('asks anew when the page has come online', async () => {
    const { world, clock, events } = worldOf();
    await clock.read(signal());
    events.dispatchEvent(new Event('online'));
    await clock.read(signal());
    await clock.read(signal());
    expect(world.requests.length).toBe(2);
  });

  it('never goes backward within a session, whatever the service says', async () => {
    const moves = fc.array(
      fc.record({ pass: fc.nat(100_000), server: fc.integer({ min: -1e7, max: 1e7 }), sync: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        const { world, clock } = worldOf();
        let last = await clock.read(signal());
        for (const { pass, server, sync } of steps) {
          world.pass(pass);
          world.serverMs += server;
          const next = sync ? await clock.sync() : clock.now();
          expect(next).toBeGreaterThanOrEqual(last);
          last = next;
        }
      }),
    );
  });

  it('keeps its time when the service cannot be reached in the middle of a session', async () => {
    const { world, clock } = worldOf();
    await clock.read(signal());
    world.answer = () => new Response('', { status: 500 });
    await expect(clock.sync()).rejects.toMatchObject({ code: 'CLOCK_UNAVAILABLE' });
    world.pass(5);
    expect(clock.now()).toBe(START_MS + 5);
  });

  it('takes the lowest plausible answer of several services', async () => {
    const { world, clock } = worldOf({ urls: ['/a', '/b', '/c', '/d'] });
    const answers: Record<string, Response> = {
      '/a': Response.json({ now: START_MS + 3_600_000 }),
      '/b': Response.json({ now: START_MS + 10 }),
      '/c': Response.json({ now: 12 }),
      '/d': new Response('', { status: 404 }),
    };
    world.answer = (url) => answers[url] ?? Response.error();
    expect(await clock.read(signal())).toBe(START_MS + 10);
  });

  it('names every service where none gives a time', async () => {
    const { world, clock } = worldOf({ urls: ['/a', '/b'] });
    world.answer = (url) => new Response('', { status: url === '/a' ? 404 : 500 });
    await expect(clock.read(signal())).rejects.toThrow(/\/a: status 404 came; \/b: status 500 came/);
  });

  it('gives up with the return', async () => {
    const giveUp = new AbortController();
    const { clock } = worldOf({
      fetch: (_, { signal: given }) =>
        new Promise((_, reject) => given?.addEventListener('abort', () => reject(given.reason))),
    });
    const reading = clock.read(giveUp.signal);
    giveUp.abort(new Error('the page was left'));
    await expect(reading).rejects.toMatchObject({
      code: 'CLOCK_UNAVAILABLE',
      message: expect.stringContaining('the page was left'),
    });
  });

  it('gives up a request after timeoutMs, also where fetch does not heed the signal', async () => {
    const { clock } = worldOf({ timeoutMs: 5, fetch: () => new Promise(() => {}) });
    await expect(clock.read(signal())).rejects.toThrow(/no answer in 5 ms/);
  });

  it('refuses an answer that came after a sleep, for half of that round trip is no latency', async () => {
    const { world, clock } = worldOf();
    world.backMs = 3_600_000;
    await expect(clock.read(signal())).rejects.toThrow(/came after 3600000 ms/);
    world.backMs = 0;
    world.answer = () => {
      // The monotonic clock stands still in it.
      world.wallMs += 3_600_000;
      return Response.json({ now: world.serverMs });
    };
    await expect(clock.read(signal())).rejects.toThrow(/came after 3600000 ms/);
  });
});
