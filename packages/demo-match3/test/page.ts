import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { RealBrowser } from '../../../tools/real-browser.mjs';
import { launchReal } from '../../../tools/real-browser.mjs';

export const MINUTE_MS = 60_000;

/** A browser of its own, on a profile that lives as long as the test; what the page complains about is collected. */
export interface Player {
  readonly browser: RealBrowser;
  readonly complaints: string[];
  open(size?: { readonly width: number; readonly height: number }): Promise<Page>;
  end(): Promise<void>;
}

export async function createPlayer(): Promise<Player> {
  const profile = await mkdtemp(join(tmpdir(), 'match3-'));
  const browser = await launchReal(profile);
  const complaints: string[] = [];
  return {
    browser,
    complaints,
    async open(size = { width: 420, height: 800 }) {
      const page = await browser.context.newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.setViewportSize(size);
      await page.goto(`${inject('url')}match3/`);
      return page;
    },
    async end() {
      await browser.kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function advanceService(ms: number): Promise<void> {
  await fetch(`${inject('url')}time?advance=${ms}`, { method: 'POST' });
}

export const whenPlaying = (page: Page): Promise<unknown> => page.waitForSelector('#game[data-playing="true"]');

export async function livesShown(page: Page): Promise<number> {
  return Number(await page.locator('.lives').getAttribute('data-lives'));
}

/** The board as the page tells it to a screen reader. */
export function boardShown(page: Page): Promise<string[]> {
  return page.locator('.cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
}

export async function startLevel(page: Page): Promise<void> {
  await page.locator('.node.next').click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForSelector('#game[data-screen="level"]');
  await page.waitForSelector('.cell[aria-label]');
}

export async function giveUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Give up this level' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Give up', exact: true }).click();
  await page.waitForSelector('#game[data-screen="end"]');
}

export const toMap = async (page: Page): Promise<void> => {
  await page.locator('dialog').getByRole('button', { name: 'Map', exact: true }).click();
  await page.waitForSelector('#game[data-screen="map"]');
};

/**
 * Two neighbouring cells whose exchange makes three in line: found as a person does, by looking at the board.
 * @param avoided - A kind that is only moved where there is nothing else to move.
 */
export function findSwap(labels: readonly string[], avoided = 'none'): readonly [number, number] {
  const kind = labels.map((label) => label.split(',')[0]?.trim());
  const lines = (cell: number, board: readonly (string | undefined)[]): boolean =>
    [1, 8].some((step) => {
      const room = step === 1 ? [cell % 8, 7 - (cell % 8)] : [Math.floor(cell / 8), 7 - Math.floor(cell / 8)];
      let length = 1;
      for (let n = 1; n <= (room[0] ?? 0) && board[cell - n * step] === board[cell]; n++) length++;
      for (let n = 1; n <= (room[1] ?? 0) && board[cell + n * step] === board[cell]; n++) length++;
      return length >= 3;
    });
  let otherwise: readonly [number, number] | undefined;
  for (let cell = 0; cell < 64; cell++) {
    for (const to of [cell % 8 < 7 ? cell + 1 : -1, cell + 8]) {
      if (to < 0 || to > 63) continue;
      const board = [...kind];
      [board[cell], board[to]] = [board[to], board[cell]];
      const moves = kind[cell] === 'star' || kind[to] === 'star' || lines(cell, board) || lines(to, board);
      if (!moves) continue;
      if (kind[cell] !== avoided && kind[to] !== avoided && kind[cell] !== 'star' && kind[to] !== 'star')
        return [cell, to];
      otherwise = [cell, to];
    }
  }
  if (otherwise) return otherwise;
  throw new Error('The board shows no move.');
}
