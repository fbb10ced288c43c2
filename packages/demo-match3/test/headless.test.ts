import { describe, expect, it } from 'vitest';
import { parseAway, reportTable, runHeadless } from '../src/headless-run.js';

const MINUTE_MS = 60_000;

describe('a return without a page', () => {
  it('adds one life for each half hour, and shows it before play', async () => {
    const { report, shown, lives } = await runHeadless({ awayMs: 60 * MINUTE_MS, lives: 1.5 });
    expect(shown).toEqual([{ before: 1.5, after: 3.5 }]);
    expect(lives).toBe(3);
    expect(report?.catchUp).toMatchObject([{ row: 'lives', amount: 2, updates: 1, limitReached: false }]);
  });

  it('stops at five lives, however long it was', async () => {
    const { report, lives } = await runHeadless({ awayMs: 30 * 24 * 60 * MINUTE_MS, lives: 2 });
    expect(lives).toBe(5);
    expect(report?.catchUp).toMatchObject([{ amount: 3, after: 5, limitReached: true }]);
  });

  it('of no time changes nothing', async () => {
    const { lives, shown } = await runHeadless({ awayMs: 0, lives: 2 });
    expect([lives, shown]).toEqual([2, []]);
  });

  it('is told as a table', async () => {
    const table = reportTable(await runHeadless({ awayMs: 60 * MINUTE_MS }));
    expect(table).toContain('counter shown       1 -> 3');
    expect(table.join('\n')).toContain('1.500 -> 3.500 (+2.000)');
  });
});

describe('the time away', () => {
  it.each([
    ['90s', 90_000],
    ['10min', 600_000],
    ['8h', 28_800_000],
    ['1.5d', 129_600_000],
  ])('is read from %s', (text, ms) => expect(parseAway(text)).toBe(ms));

  it.each(['', '8', 'h', '-3h', '8 h', '1e3s'])('is refused where it is %j', (text) => {
    expect(() => parseAway(text)).toThrow(RangeError);
  });
});
