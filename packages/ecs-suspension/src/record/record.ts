import type { ComponentSnapshot, EntitySnapshot } from '../ports/covered-state.js';
import type { Reward } from '../rules/duties.js';

/** Format of the saved record; another one is set aside. */
export const RECORD_FORMAT = 1;

/** The interval that had begun when the record was written. */
export interface SavedInterval {
  /** The clock's own reading when the interval began; `null` without a clock row. */
  readonly sampledMs: number | null;
  /** The higher of that reading and the anchor. */
  readonly startMs: number | null;
  readonly kind: 'background' | 'close';
}

/** One structured-cloneable value: state, anchor and pending rewards, always written as one. */
export interface SavedRecord {
  readonly format: number;
  /** The suspension's id. */
  readonly adoption: string;
  readonly contract: string;
  readonly version: number;
  readonly pack: string;
  /** Grows with every record; a write over the same or a higher one is refused. */
  readonly sequence: number;
  /** `null` without a clock row. */
  readonly anchorMs: number | null;
  /** Clock reading that belongs to the state; `null` without a clock row. */
  readonly readingMs: number | null;
  readonly interval: SavedInterval | null;
  readonly entities: EntitySnapshot;
  readonly components: { readonly [name: string]: ComponentSnapshot };
  readonly resources: { readonly [name: string]: unknown };
  readonly carries: { readonly [row: string]: number };
  readonly choices: { readonly [row: string]: string };
  readonly rewards: readonly Reward[];
  /** Return reading of a return that had begun to offer its rewards. */
  readonly settledTo?: number;
  /** Checksum over everything else. */
  readonly check: string;
}
