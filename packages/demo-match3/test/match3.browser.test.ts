import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Player } from './page.js';
import {
  advanceService,
  boardShown,
  createPlayer,
  findSwap,
  giveUp,
  livesShown,
  MINUTE_MS,
  startLevel,
  toMap,
  whenPlaying,
} from './page.js';

let player: Player;
beforeEach(async () => {
  player = await createPlayer();
});
afterEach(async () => {
  await player.end();
});

const movesLeft = async (page: Page): Promise<number> => Number(await page.locator('.moves-left').textContent());

async function centre(page: Page, cell: number): Promise<readonly [number, number]> {
  const box = await page.locator(`.cell[data-cell="${cell}"]`).boundingBox();
  if (!box) throw new Error(`Cell ${cell} is not shown.`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  await page.mouse.move(...(await centre(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await centre(page, to)), { steps: 4 });
  await page.mouse.up();
}

/** Waits until the board takes a move again, or the level has ended. */
const whenAtRest = (page: Page): Promise<unknown> =>
  page.waitForSelector('#game[data-screen="end"], .level-actions button[aria-label^="Give up"][aria-disabled="false"]');

/** Notes what the counter says and whether the game takes input, from before the page's own script on. */
async function watchCounter(page: Page): Promise<() => Promise<{ lives: string; playing: string }[]>> {
  await page.addInitScript(() => {
    const seen: { lives: string; playing: string }[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const lives = document.querySelector<HTMLElement>('.lives')?.dataset['lives'];
      const playing = document.querySelector<HTMLElement>('#game')?.dataset['playing'] ?? 'false';
      const last = seen.at(-1);
      if (lives !== undefined && (last?.lives !== lives || last.playing !== playing)) seen.push({ lives, playing });
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: { lives: string; playing: string }[] }).seen);
}

describe('lives', () => {
  it('go by one when a level is played to its loss', async () => {
    const page = await player.open();
    await whenPlaying(page);
    for (let level = 0; level < 4; level++) {
      await startLevel(page);
      // Without the pieces that the goal asks for, no level is won, or hardly ever.
      const goal = (await page.locator('.goal').first().getAttribute('aria-label'))?.replace(/^\d+ |s$/g, '');
      while ((await page.locator('#game').getAttribute('data-screen')) === 'level') {
        const before = await movesLeft(page);
        await drag(page, ...findSwap(await boardShown(page), goal));
        await page.waitForFunction((n) => Number(document.querySelector('.moves-left')?.textContent) < n, before);
        await whenAtRest(page);
      }
      if (await page.getByText('That cost a life').isVisible()) break;
      await toMap(page);
    }
    expect(await page.getByText('That cost a life. You have 4 lives left.').isVisible()).toBe(true);
    await expect.poll(() => livesShown(page)).toBe(4);
    expect(player.complaints).toEqual([]);
  }, 150_000);

  it('that were lost refill by the hour away, and the counter runs up before the first input is accepted', async () => {
    const first = await player.open();
    await whenPlaying(first);
    for (let lost = 1; lost <= 3; lost++) {
      await startLevel(first);
      await giveUp(first);
      await toMap(first);
    }
    await expect.poll(() => livesShown(first)).toBe(2);
    await first.close({ runBeforeUnload: true });
    await advanceService(60 * MINUTE_MS);

    const page = await player.browser.context.newPage();
    const seen = await watchCounter(page);
    await page.goto(first.url());
    await page.waitForSelector('.lives.counting');
    // The map is not in play yet: a press there is no input.
    await page
      .locator('.node.next')
      .click({ force: true, noWaitAfter: true })
      .catch(() => {});
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await whenPlaying(page);
    const steps = await seen();
    expect(steps.filter((step) => step.playing === 'false').map((step) => step.lives)).toEqual(['2', '3', '4']);
    expect(steps.at(-1)).toEqual({ lives: '4', playing: 'true' });
    await startLevel(page);
    expect(player.complaints).toEqual([]);
  });

  it('refill while the game is hidden', async () => {
    const page = await player.open();
    await whenPlaying(page);
    await startLevel(page);
    await giveUp(page);
    await toMap(page);
    await expect.poll(() => livesShown(page)).toBe(4);
    const other = await player.browser.hide(page);
    await advanceService(31 * MINUTE_MS);
    await player.browser.show(page);
    await expect.poll(() => livesShown(page), { timeout: 5000 }).toBe(5);
    await other.close();
    await expect
      .poll(() => page.locator('[role="status"][aria-live]').textContent())
      .toBe('A life came back. You have 5 lives.');
  });

  it('come back by the time machine, with the game closed inside the page', async () => {
    const page = await player.open();
    await whenPlaying(page);
    for (let lost = 1; lost <= 2; lost++) {
      await startLevel(page);
      await giveUp(page);
      await toMap(page);
    }
    await page.locator('.machine summary').click();
    await page.getByRole('button', { name: '1 h', exact: true }).click();
    await page.waitForSelector('.lives.counting');
    await whenPlaying(page);
    await expect.poll(() => livesShown(page)).toBe(5);
    expect(player.complaints).toEqual([]);
  });
});

describe('the board', () => {
  it('comes back as it was left, with its moves', async () => {
    const first = await player.open();
    await whenPlaying(first);
    await startLevel(first);
    await drag(first, ...findSwap(await boardShown(first)));
    await first.waitForFunction(() => document.querySelector('.moves-left')?.textContent === '14');
    await whenAtRest(first);
    const left = await boardShown(first);
    await first.close({ runBeforeUnload: true });
    await advanceService(8 * 60 * MINUTE_MS);
    const page = await player.open();
    await whenPlaying(page);
    await page.waitForSelector('.cell[aria-label]');
    expect(await boardShown(page)).toEqual(left);
    expect(await movesLeft(page)).toBe(14);
    expect(player.complaints).toEqual([]);
  });

  it('goes on from the middle of a cascade after the tab was closed', async () => {
    const first = await player.open();
    await whenPlaying(first);
    await startLevel(first);
    await drag(first, ...findSwap(await boardShown(first)));
    await first.waitForFunction(() => document.querySelector('.moves-left')?.textContent === '14');
    await first.close({ runBeforeUnload: true });
    const page = await player.open();
    await whenPlaying(page);
    await whenAtRest(page);
    expect(new Set(await boardShown(page)).size).toBe(64);
    expect(await movesLeft(page)).toBe(14);
  });

  it('is played with taps', async () => {
    const page = await player.open();
    await whenPlaying(page);
    await startLevel(page);
    for (const cell of findSwap(await boardShown(page))) await page.mouse.click(...(await centre(page, cell)));
    await page.waitForFunction(() => document.querySelector('.moves-left')?.textContent === '14');
  });

  it('is played with the keyboard alone', async () => {
    const page = await player.open();
    await whenPlaying(page);
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    await page.bringToFront();
    const isOnLevel = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.matches('.node.next') === true);
    for (let tabs = 0; tabs < 5 && !(await isOnLevel()); tabs++) await press('Tab');
    await page.waitForSelector('.node.next[aria-disabled="false"]');
    await press('Enter');
    await page.waitForSelector('dialog[open]');
    await press('Enter');
    await page.waitForSelector('#game[data-screen="level"]');
    await page.waitForSelector('.cell[aria-label]');
    // A board that is being dealt takes no selection yet.
    await whenAtRest(page);
    const [from, to] = findSwap(await boardShown(page));
    for (let row = 0; row < Math.floor(from / 8); row++) await press('ArrowDown');
    for (let column = 0; column < from % 8; column++) await press('ArrowRight');
    await press('Enter');
    expect(await page.locator('.cell[aria-selected="true"]').getAttribute('data-cell')).toBe(String(from));
    await press(to === from + 1 ? 'ArrowRight' : 'ArrowDown');
    await page.waitForFunction(() => document.querySelector('.moves-left')?.textContent === '14');
    expect(player.complaints).toEqual([]);
  });
});

describe('a page of 360 x 640', () => {
  it('shows map and board whole, with targets of 44 px', async () => {
    const page = await player.open({ width: 360, height: 640 });
    await whenPlaying(page);
    const fits = (): Promise<boolean> =>
      page.evaluate(() => document.documentElement.scrollWidth <= 360 && document.documentElement.scrollHeight <= 640);
    const small = (): Promise<string[]> =>
      page.locator('button:visible, .cell:visible, summary:visible').evaluateAll((targets) =>
        targets.flatMap((target) => {
          const { width, height } = target.getBoundingClientRect();
          return width >= 44 && height >= 44 ? [] : [`${target.className} ${width} x ${height}`];
        }),
      );
    expect([await fits(), await small()]).toEqual([true, []]);
    await startLevel(page);
    expect([await fits(), await small()]).toEqual([true, []]);
  });
});
