import type { GameEvent } from '../sim/index.js';
import { columnOf, FALL_MS, FALL_ROW_MS, rowOf, SHUFFLE_MS, SIZE, SWAP_MS } from '../sim/index.js';

interface Track {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
  readonly startMs: number;
  readonly lengthMs: number;
  readonly ease: (t: number) => number;
}

/** A dealt board falls in row by row from below. */
const DEAL_MS = 420;
const DEAL_ROW_MS = 45;
const DEAL_COLUMN_MS = 14;

const smooth = (t: number): number => t * t * (3 - 2 * t);

/** Falls faster and faster, then gives a little when it lands. */
function drop(t: number): number {
  if (t < 0.78) return (t / 0.78) ** 2;
  const after = (t - 0.78) / 0.22;
  return 1 - 0.045 * Math.sin(after * Math.PI);
}

/** Where pieces are drawn while they are under way, in cells. A piece without a track lies where the rules have it. */
export interface Motion {
  follow(event: GameEvent, pieces: () => Iterable<readonly [piece: number, cell: number]>, nowMs: number): void;
  place(piece: number, cell: number, nowMs: number): { readonly x: number; readonly y: number };
  readonly moving: boolean;
  clear(): void;
}

export function createMotion(): Motion {
  const tracks = new Map<number, Track>();

  function move(piece: number, fromX: number, fromY: number, cell: number, lengthMs: number, startMs: number): void {
    const ease = fromX === columnOf(cell) && fromY < rowOf(cell) && lengthMs !== SWAP_MS ? drop : smooth;
    tracks.set(piece, { fromX, fromY, toX: columnOf(cell), toY: rowOf(cell), startMs, lengthMs, ease });
  }

  return {
    follow(event, pieces, nowMs) {
      const cells = new Map(pieces());
      const cellOf = (piece: number): number => cells.get(piece) ?? 0;
      if (event.type === 'swapped') {
        const from = cellOf(event.from);
        const to = cellOf(event.to);
        move(event.from, columnOf(to), rowOf(to), from, SWAP_MS, nowMs);
        move(event.to, columnOf(from), rowOf(from), to, SWAP_MS, nowMs);
      } else if (event.type === 'fell') {
        for (const { piece, fromRow, cell } of event.drops) {
          move(piece, columnOf(cell), fromRow, cell, FALL_MS + FALL_ROW_MS * (rowOf(cell) - fromRow), nowMs);
        }
      } else if (event.type === 'shuffled') {
        for (const { piece, from } of event.moved) {
          move(piece, columnOf(from), rowOf(from), cellOf(piece), SHUFFLE_MS, nowMs);
        }
      } else if (event.type === 'dealt') {
        for (const [piece, cell] of cells) {
          const startMs = nowMs + (SIZE - 1 - rowOf(cell)) * DEAL_ROW_MS + columnOf(cell) * DEAL_COLUMN_MS;
          move(piece, columnOf(cell), rowOf(cell) - SIZE, cell, DEAL_MS, startMs);
        }
      }
    },
    place(piece, cell, nowMs) {
      const track = tracks.get(piece);
      if (!track) return { x: columnOf(cell), y: rowOf(cell) };
      const t = Math.max(0, (nowMs - track.startMs) / track.lengthMs);
      if (t >= 1 || track.toX !== columnOf(cell) || track.toY !== rowOf(cell)) {
        tracks.delete(piece);
        return { x: columnOf(cell), y: rowOf(cell) };
      }
      const eased = track.ease(t);
      return {
        x: track.fromX + (track.toX - track.fromX) * eased,
        y: track.fromY + (track.toY - track.fromY) * eased,
      };
    },
    get moving() {
      return tracks.size > 0;
    },
    clear: () => tracks.clear(),
  };
}
