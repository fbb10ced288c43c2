import type { Grid } from './grid.js';
import { columnOf, rowOf } from './grid.js';
import { CELLS, Special, STAR_KIND } from './rules.js';

/** A special piece that went off. `reach` are the cells it takes. */
export interface Effect {
  readonly special: number;
  readonly cell: number;
  readonly reach: readonly number[];
}

const allCells: readonly number[] = Array.from({ length: CELLS }, (_, cell) => cell);

/** The kind there is most of; the lowest of several. */
function commonKind(grid: Grid): number {
  const count = new Uint8Array(STAR_KIND);
  for (const kind of grid.kind) if (kind < STAR_KIND) count[kind]!++;
  return count.indexOf(Math.max(...count));
}

function reachOf(grid: Grid, cell: number): readonly number[] {
  switch (grid.special[cell]) {
    case Special.row:
      return allCells.filter((other) => rowOf(other) === rowOf(cell));
    case Special.column:
      return allCells.filter((other) => columnOf(other) === columnOf(cell));
    case Special.burst:
      return allCells.filter(
        (other) => Math.max(Math.abs(rowOf(other) - rowOf(cell)), Math.abs(columnOf(other) - columnOf(cell))) <= 1,
      );
    case Special.star: {
      const kind = commonKind(grid);
      return allCells.filter((other) => other === cell || grid.kind[other] === kind);
    }
    default:
      return [];
  }
}

/**
 * Follows special pieces from the cells that go to all they take with them.
 * @param spent - Stars whose reach has been chosen by a swap: they go without another one.
 */
export function blast(
  grid: Grid,
  matched: Iterable<number>,
  spent: ReadonlySet<number> = new Set(),
): { readonly cells: ReadonlySet<number>; readonly effects: readonly Effect[] } {
  const cells = new Set(matched);
  const effects: Effect[] = [];
  for (const cell of cells) {
    if (spent.has(cell) || grid.special[cell] === Special.none) continue;
    const reach = reachOf(grid, cell);
    effects.push({ special: grid.special[cell]!, cell, reach });
    for (const other of reach) cells.add(other);
  }
  return { cells, effects };
}
