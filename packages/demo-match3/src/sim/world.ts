import { createWorld } from 'bitecs';
import type { Effect } from './blast.js';

/** What a player asked for; `inputSystem` takes it when the rules allow it. */
export type Request =
  | { readonly type: 'start'; readonly level: number }
  | { readonly type: 'swap'; readonly from: number; readonly to: number }
  | { readonly type: 'buy-moves' }
  | { readonly type: 'give-up' }
  | { readonly type: 'leave' };

/** One piece's way down; a fresh piece begins above the board, at a negative row. */
export interface Drop {
  readonly piece: number;
  readonly fromRow: number;
  readonly cell: number;
}

/** What happened, for a view to show: the rules never read it. */
export type GameEvent =
  | { readonly type: 'dealt' | 'lost' | 'refused' }
  | { readonly type: 'swapped'; readonly from: number; readonly to: number; readonly back: boolean }
  | {
      readonly type: 'cleared';
      readonly pieces: readonly { readonly piece: number; readonly cell: number; readonly kind: number }[];
      readonly effects: readonly Effect[];
      readonly made: readonly number[];
      readonly chain: number;
      readonly points: number;
    }
  | { readonly type: 'fell'; readonly drops: readonly Drop[] }
  | { readonly type: 'shuffled'; readonly moved: readonly { readonly piece: number; readonly from: number }[] }
  | { readonly type: 'won'; readonly stars: number; readonly coins: number };

export interface GameWorld {
  readonly time: { delta: number };
  /** The entity with `Lives`. */
  player: number;
  /** The entity with `Round` and `Progress`. */
  round: number;
  requests: Request[];
  events: GameEvent[];
}

/** An empty world: no player and no board before a new game or a save fills it. */
export function createGameWorld(): GameWorld {
  return createWorld<GameWorld>({ time: { delta: 0 }, player: 0, round: 0, requests: [], events: [] });
}
