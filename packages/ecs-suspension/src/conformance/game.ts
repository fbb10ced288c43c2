import type { createSuspension } from '../bitecs/create-suspension.js';
import type { Suspension } from '../bitecs/suspension.js';
import type { Emitter } from '../ports/display.js';
import type { ManualClock, ManualScheduler, MemoryStorage, ScriptedDisplay, ScriptedHost } from '../testing.js';

/** What the kit hands to a game. A game needs `createSuspension`; the doubles are in place of its own already. */
export interface Ports {
  /**
   * In place of the library's own: it installs the game's suspension on the doubles, with the game's rules watched.
   * The game's ports, display and clock are not used; its rules are.
   */
  readonly createSuspension: typeof createSuspension;
  readonly clock: ManualClock;
  readonly storage: MemoryStorage;
  readonly scheduler: ManualScheduler;
  readonly host: ScriptedHost;
  readonly display: ScriptedDisplay;
  readonly events: Emitter;
}

/** Two states of a row that `read` tells apart. A catch-up row has room to gain in both, below any ceiling. */
export type Pick = 'a' | 'b';

/** A game under test: fresh, isolated from every other, and not started. */
export interface Game {
  /** What `ports.createSuspension` gave. */
  readonly suspension: Suspension;
  readonly world: object;
  /** Puts a fixed, catch-up, continuous or choice row into one of two states. */
  put(row: string, pick: Pick): void;
  /** The row's state in the world at this moment, as a plain value: a number, a text, a list of them. */
  read(row: string): unknown;
  /** One pass of the game's loop of that length. Default: `suspension.update(deltaMs)`. */
  play?(deltaMs: number): void;
  /** For a continuous row, or one with a continuous branch: the authority's reading that leads to `put(row, pick)`. */
  reading?(row: string, pick: Pick): unknown;
}

export type MakeGame = (ports: Ports) => Game | Promise<Game>;
