import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchReal } from '../../../../tools/real-browser.mjs';
import { servePage } from './page-server.js';

type Launched = Awaited<ReturnType<typeof launchReal>>;
type Served = Awaited<ReturnType<typeof servePage>>;

export interface InChromium {
  readonly served: Served;
  readonly chromium: Launched;
  /** Opens the page under test in a new tab, with its kit ready. */
  open(): Promise<Page>;
  /** Kills the browser and starts it again on the same profile. */
  killAndRestart(): Promise<void>;
}

/** One browser for a file's tests; every test finds the site without data. */
export function inChromium(): InChromium {
  let served: Served;
  let chromium: Launched;
  let profile: string;

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), 'ports-'));
    [served, chromium] = await Promise.all([servePage(), launchReal(profile)]);
  });
  afterEach(async () => {
    const pages = chromium.context.pages();
    const blank = await chromium.context.newPage();
    for (const page of pages) await page.close();
    const clear = await chromium.context.newCDPSession(blank);
    await clear.send('Storage.clearDataForOrigin', { origin: new URL(served.url).origin, storageTypes: 'all' });
    await clear.detach();
  });
  afterAll(async () => {
    await chromium?.kill();
    await served?.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  return {
    get served() {
      return served;
    },
    get chromium() {
      return chromium;
    },
    async open() {
      const page = await chromium.context.newPage();
      await page.goto(served.url);
      await page.waitForFunction(() => 'kit' in window);
      return page;
    },
    async killAndRestart() {
      await chromium.kill();
      chromium = await launchReal(profile);
    },
  };
}

/** Sequence of the record that a start would find; the error's code, or `nothing`. */
export function found(page: Page): Promise<number | string> {
  return page.evaluate(async () => {
    try {
      return (await window.kit.open().read('lives'))?.sequence ?? 'nothing';
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  });
}

/** Reads, as every start does, and writes records 1 to `last`. */
export async function play(page: Page, last: number, bytes?: number): Promise<void> {
  await page.evaluate(
    async ({ last, bytes }) => {
      await window.kit.storage.read('lives');
      for (let sequence = 1; sequence <= last; sequence++) {
        await window.kit.storage.write('lives', window.kit.record(sequence, bytes));
      }
    },
    { last, bytes },
  );
}

export const journal = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('ports:lives'));

/** What IndexedDB holds, newest first. */
export function places(page: Page): Promise<{ place: string; sequence: number }[]> {
  return page.evaluate(async () => {
    const open = indexedDB.open('ports');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const headers = open.result.transaction('headers').objectStore('headers');
    const [keys, values] = [headers.getAllKeys(), headers.getAll()];
    await new Promise((resolve) => {
      values.onsuccess = resolve;
    });
    open.result.close();
    return (values.result as { sequence: number }[])
      .map(({ sequence }, i) => ({ place: String((keys.result[i] as string[])[1]), sequence }))
      .sort((one, other) => other.sequence - one.sequence);
  });
}

/** Takes the first chunk out of the newest record, or out of all. */
export async function tear(page: Page, which: 'newest' | 'all'): Promise<void> {
  const torn = (await places(page)).map(({ place }) => place).slice(0, which === 'newest' ? 1 : undefined);
  await page.evaluate(async (torn) => {
    const open = indexedDB.open('ports');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const transaction = open.result.transaction('chunks', 'readwrite');
    for (const place of torn) transaction.objectStore('chunks').delete(['lives', place, 0]);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    open.result.close();
  }, torn);
}
