import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createTimeService } from '../../../../tools/time-service.mjs';

const START_MS = Date.UTC(2026, 0, 1);
let close = (): void => {};
afterEach(() => close());

async function serve(): Promise<{ url: string; service: ReturnType<typeof createTimeService> }> {
  const service = createTimeService(() => START_MS);
  const server = createServer((req, res) => service.answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/time`, service };
}

const post = (url: string, query: string): Promise<Response> => fetch(`${url}?${query}`, { method: 'POST' });

describe('the time service', () => {
  it('answers with its time in the body and in the Date header', async () => {
    const { url } = await serve();
    const response = await fetch(url);
    expect([await response.json(), response.headers.get('date'), response.headers.get('cache-control')]).toEqual([
      { now: START_MS },
      new Date(START_MS).toUTCString(),
      'no-store',
    ]);
  });

  it('can be moved ahead, back, to a moment, and home again', async () => {
    const { url, service } = await serve();
    expect(await (await post(url, 'advance=3600000')).json()).toEqual({ now: START_MS + 3_600_000 });
    await post(url, 'advance=-600000');
    expect(service.now()).toBe(START_MS + 3_000_000);
    await post(url, 'set=1800000000000');
    expect(await (await fetch(url)).json()).toEqual({ now: 1_800_000_000_000 });
    await post(url, 'reset');
    expect(service.now()).toBe(START_MS);
  });

  it.each(['', 'advance=', 'advance=x', 'set=Infinity', 'move=1'])(
    'refuses ?%s and stays where it is',
    async (query) => {
      const { url, service } = await serve();
      expect((await post(url, query)).status).toBe(400);
      expect(service.now()).toBe(START_MS);
    },
  );

  it('is moved by POST only', async () => {
    const { url } = await serve();
    expect(await (await fetch(`${url}?advance=1000`)).json()).toEqual({ now: START_MS });
  });
});
