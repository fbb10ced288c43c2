import { describe, expect, it } from 'vitest';
import { isCitation, isName } from '../../src/adoption/citations.js';

describe('a citation', () => {
  it.each([
    'a.b',
    'time.account-time',
    'contracts.player-lives',
    'contracts.player-lives.max',
    'a_1.b2.C',
    '05-x.md#a-b',
    'docs/x.md#a.b',
  ])('%s is one', (citation) => expect(isCitation(citation)).toBe(true));

  it.each([
    '',
    'a',
    'a:b',
    'a.b:c',
    'tuning:a.b',
    'a..b',
    '.a',
    'a.',
    'a.b ',
    'a b.c',
    'a-.b',
    'x.md#',
    '#a',
    '.md#a',
    'a.txt#b',
    'a.md#b#c',
    'a.md#b c',
    'a.b\n',
  ])('%j is none', (citation) => expect(isCitation(citation)).toBe(false));

  it('is decided at once for a long string', () => {
    expect(isCitation(`${'a-'.repeat(5_000_000)}.`)).toBe(false);
  });
});

describe('a name', () => {
  it.each(['a', '1', 'a-b', 'life-clock-2'])('%s is one', (name) => expect(isName(name)).toBe(true));
  it.each(['', 'A', 'a_b', '-a', 'a-', 'a--b', 'a.b', 'a b', 'ä', 'a\n', 7, null])('%j is none', (name) => {
    expect(isName(name)).toBe(false);
  });
});
