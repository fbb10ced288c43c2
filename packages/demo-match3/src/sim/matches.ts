import { columnOf, rowOf } from './grid.js';
import { CELLS, SIZE, Special, STAR_KIND } from './rules.js';

/** Pieces of one kind that go together, and the special piece that stays in their place. */
export interface Match {
  readonly cells: readonly number[];
  readonly made: { readonly cell: number; readonly special: number } | undefined;
}

interface Run {
  readonly cells: readonly number[];
  readonly special: number;
}

/** Rows and columns of three or more of one kind. */
function findRuns(kind: ArrayLike<number>): Run[] {
  const runs: Run[] = [];
  for (const [across, along, special] of [
    [SIZE, 1, Special.row],
    [1, SIZE, Special.column],
  ] as const) {
    for (let line = 0; line < SIZE; line++) {
      let start = 0;
      for (let end = 1; end <= SIZE; end++) {
        const first = kind[line * across + start * along];
        if (end < SIZE && kind[line * across + end * along] === first && first !== STAR_KIND) continue;
        if (end - start >= 3) {
          const cells = Array.from({ length: end - start }, (_, i) => line * across + (start + i) * along);
          runs.push({ cells, special });
        }
        start = end;
      }
    }
  }
  return runs;
}

/** Runs that share a cell are one group. */
function groupRuns(runs: readonly Run[]): Run[][] {
  const groups: Run[][] = [];
  for (const run of runs) {
    const touching = groups.filter((group) =>
      group.some((other) => other.cells.some((cell) => run.cells.includes(cell))),
    );
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push([...touching.flat(), run]);
  }
  return groups;
}

function specialOf(group: readonly Run[], cells: readonly number[], preferred: readonly number[]): Match['made'] {
  const longest = group.reduce((a, b) => (b.cells.length > a.cells.length ? b : a));
  const crossing = cells.find((cell) => group.filter((run) => run.cells.includes(cell)).length > 1);
  const special =
    longest.cells.length >= 5
      ? Special.star
      : crossing !== undefined
        ? Special.burst
        : longest.cells.length === 4
          ? longest.special
          : Special.none;
  if (special === Special.none) return undefined;
  const middle = longest.cells[Math.floor(longest.cells.length / 2)]!;
  const swapped = preferred.find((cell) => cells.includes(cell));
  return { cell: swapped ?? (special === Special.burst ? crossing! : middle), special };
}

/**
 * Every match on a board, in the order of their first cells. Four in a row leave a beam, two crossing runs a burst,
 * five in a row a star; it stays at the first of the `preferred` cells that is part of the match.
 */
export function findMatches(kind: ArrayLike<number>, preferred: readonly number[] = []): Match[] {
  return groupRuns(findRuns(kind))
    .map((group) => {
      const cells = [...new Set(group.flatMap((run) => run.cells))].sort((a, b) => a - b);
      return { cells, made: specialOf(group, cells, preferred) };
    })
    .sort((a, b) => a.cells[0]! - b.cells[0]!);
}

/** Whether the piece at `cell` is part of a run of three. */
export function isMatched(kind: ArrayLike<number>, cell: number): boolean {
  const own = kind[cell];
  if (own === STAR_KIND) return false;
  const count = (step: number, room: number): number => {
    let n = 0;
    while (n < room && kind[cell + (n + 1) * step] === own) n++;
    return n;
  };
  const across = count(-1, columnOf(cell)) + count(1, SIZE - 1 - columnOf(cell));
  const down = count(-SIZE, rowOf(cell)) + count(SIZE, SIZE - 1 - rowOf(cell));
  return across >= 2 || down >= 2;
}

export function hasMatch(kind: ArrayLike<number>): boolean {
  for (let cell = 0; cell < CELLS; cell++) if (isMatched(kind, cell)) return true;
  return false;
}
