import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { launchReal } from '../../../tools/real-browser.mjs';
import { sow, wipeStores } from '../src/headless-run.js';
import { createFarmWorld, growthSystem, newFarm, Pumpkin, plotAt, Soil } from '../src/sim/index.js';

const HOUR_MS = 3_600_000;
const url = `${inject('url')}farm/`;
let profile: string;
let browser: Awaited<ReturnType<typeof launchReal>>;

beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), 'farm-'));
  browser = await launchReal(profile);
});
afterEach(async () => {
  await browser.kill();
  rmSync(profile, { recursive: true, force: true });
});

/** The farm page, once it can be played; with a weather seed that is known. */
async function open(page: Page, seed = 7): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript((value) => {
    crypto.getRandomValues = (array) => {
      if (array instanceof Uint32Array) array[0] = value;
      return array;
    };
  }, seed);
  await page.goto(url);
  await playing(page);
  return errors;
}
const playing = (page: Page) =>
  page.waitForFunction(() => document.querySelector<HTMLElement>('.veil')?.hidden === true);
const plot = (page: Page, cell: number) => page.locator(`[data-cell="${cell}"]`);
async function use(page: Page, key: string, cells: readonly number[]): Promise<void> {
  await page.keyboard.press(key);
  for (const cell of cells) await plot(page, cell).click();
}
const grownOf = async (page: Page, cell: number): Promise<number> => {
  const words = (await plot(page, cell).getAttribute('aria-label')) ?? '';
  if (words.includes('ripe')) return 100;
  return Number(/(\d+) % grown/.exec(words)?.[1] ?? Number.NaN);
};
const advance = async (ms: number): Promise<void> => {
  await fetch(`${inject('url')}time?advance=${ms}`, { method: 'POST' });
};
/** What the page saved: growth, water and updates, read from the running module's own stores by their covered names. */
const report = (page: Page): Promise<string> =>
  page
    .locator('.machine dd')
    .nth(3)
    .textContent()
    .then((text) => text ?? '');

/** The same farm, played for that many growth updates without the library. */
function twin(seed: number, updates: number): { grown: number[]; water: number[] } {
  wipeStores();
  const world = createFarmWorld();
  newFarm(world, seed);
  sow(world, 6);
  for (let i = 0; i < updates; i++) growthSystem(world);
  const plots = [0, 1, 2, 3, 4, 5].map((cell) => plotAt(world, cell) ?? 0);
  return { grown: plots.map((id) => Pumpkin.grown[id] ?? 0), water: plots.map((id) => Soil.waterLeft[id] ?? 0) };
}

describe('the farm in Chromium', () => {
  test.each([2, 8])('closed for %s h it has grown as its twin that was played, to the last unit', async (hours) => {
    const errors = await open(browser.page);
    for (const key of ['1', '2', '3']) await use(browser.page, key, [0, 1, 2, 3, 4, 5]);
    expect(await grownOf(browser.page, 0)).toBe(0);
    // The page is closed, time passes on the server, and the page is opened again.
    const next = await browser.context.newPage();
    await browser.page.close();
    await advance(hours * HOUR_MS);
    errors.push(...(await open(next)));
    await next.locator('.machine summary').click();
    await expect.poll(() => report(next)).toContain('updates');
    const updates = Number(/(\d+) updates/.exec(await report(next))?.[1]);
    expect(updates).toBeGreaterThanOrEqual(hours * 360);
    expect(updates).toBeLessThan(hours * 360 + 12);
    const expected = twin(7, updates);
    const units = (name: string) =>
      Promise.all([0, 1, 2, 3, 4, 5].map(async (cell) => Number(await plot(next, cell).getAttribute(`data-${name}`))));
    expect(await units('grown')).toEqual(expected.grown);
    expect(await units('water')).toEqual(expected.water);
    expect(errors).toEqual([]);
  });

  test('hidden for 8 h it has not changed', async () => {
    await open(browser.page);
    for (const key of ['1', '2', '3']) await use(browser.page, key, [0]);
    const before = await grownOf(browser.page, 0);
    const other = await browser.hide(browser.page);
    await advance(8 * HOUR_MS);
    await browser.show(browser.page);
    await other.close();
    await playing(browser.page);
    await browser.page.locator('.machine summary').click();
    expect(await grownOf(browser.page, 0)).toBe(before);
    expect(await report(browser.page)).toBe('–');
  });

  test('from seed to harvest over a close, by keyboard alone', async () => {
    const { page } = browser;
    await open(page, 3);
    await plot(page, 0).focus();
    const on = async (tool: string, key: string): Promise<void> => {
      await page.keyboard.press(tool);
      await page.keyboard.press(key);
    };
    await on('1', 'Enter');
    await on('2', 'Space');
    for (let hour = 0; hour < 3; hour++) {
      await on('3', 'Enter');
      await page.locator('.machine summary').focus();
      if (hour === 0) await page.keyboard.press('Enter');
      await page.getByRole('button', { name: '1 h', exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => report(page)).toContain('updates');
      await playing(page);
      await expect.poll(() => grownOf(page, 0)).toBeGreaterThanOrEqual(33 * (hour + 1));
      await plot(page, 0).focus();
    }
    await expect.poll(() => plot(page, 0).getAttribute('aria-label')).toContain('ripe');
    await on('4', 'Enter');
    await expect.poll(() => page.locator('.purse b').first().textContent()).toBe('36');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('1');
  });

  test('a year away comes back without a freeze, behind a plain bar', async () => {
    const { page } = browser;
    await open(page);
    for (const key of ['1', '2', '3']) await use(page, key, [0, 1, 2]);
    await page.evaluate(() => {
      const seen = { longestMs: 0, bar: false };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longestMs = Math.max(seen.longestMs, duration);
      }).observe({ entryTypes: ['longtask'] });
      const look = (): void => {
        seen.bar ||= document.querySelector<HTMLElement>('.veil progress')?.hidden === false;
        requestAnimationFrame(look);
      };
      look();
    });
    await page.locator('.machine summary').click();
    await page.getByRole('button', { name: 'a year', exact: true }).click();
    await expect.poll(() => report(page), { timeout: 25_000 }).toMatch(/3153\d{3} updates/);
    await playing(page);
    const seen = await page.evaluate(() => (window as unknown as { seen: { longestMs: number; bar: boolean } }).seen);
    expect(seen.bar).toBe(true);
    // A task of 50 ms is the shortest that a browser tells of; the settlement gives the page a turn after 8.
    expect(seen.longestMs).toBeLessThan(200);
  });

  test('at 360 x 640 every plot and tool is 44 px and nothing is cut off', async () => {
    const { page } = browser;
    await page.setViewportSize({ width: 360, height: 640 });
    await open(page);
    for (const selector of ['.plot', '.tool']) {
      const boxes = await page
        .locator(selector)
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON()));
      for (const { width, height } of boxes) {
        expect(width).toBeGreaterThanOrEqual(44);
        expect(height).toBeGreaterThanOrEqual(44);
      }
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
