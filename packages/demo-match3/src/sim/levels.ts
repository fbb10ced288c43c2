/** One goal of a level: pieces of a kind to collect, points to reach, or mist to lift. */
export type Goal =
  | { readonly type: 'collect'; readonly kind: number; readonly count: number }
  | { readonly type: 'score'; readonly count: number }
  | { readonly type: 'mist'; readonly count: number };

export interface Level {
  readonly name: string;
  readonly moves: number;
  /** How many kinds of pieces there are; fewer are easier. */
  readonly kinds: 5 | 6;
  readonly goals: readonly [Goal, Goal?];
  /** Eight rows of eight characters; `m` is mist. */
  readonly mist?: readonly string[];
}

const POND: readonly string[] = [
  '........',
  '........',
  '...mm...',
  '..mmmm..',
  '..mmmm..',
  '...mm...',
  '........',
  '........',
];
const BANKS: readonly string[] = [
  '........',
  '..m..m..',
  '.mm..mm.',
  '........',
  '........',
  '.mm..mm.',
  '..m..m..',
  '........',
];

/** The five levels, in the order of the path. */
export const LEVELS: readonly Level[] = [
  { name: 'The jetty', moves: 15, kinds: 5, goals: [{ type: 'collect', kind: 0, count: 14 }] },
  {
    name: 'Reed bank',
    moves: 16,
    kinds: 5,
    goals: [
      { type: 'collect', kind: 2, count: 16 },
      { type: 'collect', kind: 4, count: 16 },
    ],
  },
  { name: 'Still pond', moves: 18, kinds: 5, goals: [{ type: 'mist', count: 12 }], mist: POND },
  {
    name: 'Old bridge',
    moves: 20,
    kinds: 6,
    goals: [
      { type: 'collect', kind: 1, count: 15 },
      { type: 'score', count: 1600 },
    ],
  },
  {
    name: 'Lantern hill',
    moves: 28,
    kinds: 6,
    goals: [
      { type: 'mist', count: 12 },
      { type: 'collect', kind: 5, count: 14 },
    ],
    mist: BANKS,
  },
];

export function levelAt(index: number): Level {
  const level = LEVELS[index];
  if (!level) throw new RangeError(`There are levels 0 to ${LEVELS.length - 1}; there is no level ${index}.`);
  return level;
}

/** The cells under mist when a level begins. */
export function mistCells(level: Level): number[] {
  return [...(level.mist ?? []).join('')].flatMap((mark, cell) => (mark === 'm' ? [cell] : []));
}
