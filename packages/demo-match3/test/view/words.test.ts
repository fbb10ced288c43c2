import { describe, expect, it } from 'vitest';
import { Special } from '../../src/sim/index.js';
import { cellLabel, countdown, goalLabel, livesWord } from '../../src/view/words.js';

describe('words', () => {
  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [61_000, '1:01'],
    [1_800_000, '30:00'],
    [3_599_001, '1:00:00'],
    [7_265_000, '2:01:05'],
  ])('tell %i ms as %s', (ms, text) => expect(countdown(ms)).toBe(text));

  it('name a cell with all that is on it', () => {
    expect(cellLabel(11, 3, Special.row, true)).toBe('teal drop, row beam, under mist, row 2, column 4');
  });

  it('count one and many', () => {
    expect([livesWord(1), livesWord(0), livesWord(3)]).toEqual(['1 life', '0 lives', '3 lives']);
    expect(goalLabel({ type: 'collect', kind: 2, count: 9 }, 9)).toBe('9 green leaves');
    expect(goalLabel({ type: 'collect', kind: 2, count: 9 }, 1)).toBe('1 green leaf');
    expect(goalLabel({ type: 'collect', kind: 0, count: 9 }, 2)).toBe('2 red lanterns');
  });
});
