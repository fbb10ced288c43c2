import type { Snapshot } from '../rules/duties.js';
import { wholeReading } from '../time.js';
import type { Context } from './context.js';
import type { PlayRow } from './updates.js';

/** A row's carry, wherever it is kept. */
export function carryOf<W>(context: Context<W>, row: PlayRow<W>): number {
  const { carry } = row.bound.state;
  return carry ? (wholeReading(carry.get(context.world)) ?? 0) : row.carryMs;
}

export function setCarry<W>(context: Context<W>, row: PlayRow<W>, ms: number): void {
  row.carryMs = ms;
  row.bound.state.carry?.set(context.world, ms);
}

/** The carries of all stepped rows: covered state, saved and restored with it (design 7.4). */
export function carriesOf<W>(context: Context<W>): Snapshot['carries'] {
  const carries: Record<string, number> = {};
  for (const row of context.rows) if (row.bound.state.stepMs !== undefined) carries[row.id] = carryOf(context, row);
  return carries;
}

/** Puts carries back; a row that has none in the save keeps its own. */
export function restoreCarries<W>(context: Context<W>, carries: Snapshot['carries']): void {
  for (const row of context.rows) {
    const carry = Object.hasOwn(carries, row.id) ? carries[row.id] : undefined;
    if (carry !== undefined) setCarry(context, row, carry);
  }
}
