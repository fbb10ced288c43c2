/** More entities than the game ever has at once: 64 pieces, up to 64 cells of mist, a handful of others. */
const CAPACITY = 512;

/** A player's lives, as the whole milliseconds of refilling that they are worth. */
export const Lives: { readonly refilledMs: Float64Array } = { refilledMs: new Float64Array(CAPACITY) };

/** One of the 64 pieces. `kind` is 0 to 5, or `STAR_KIND`; `cell` is row * 8 + column. */
export const Piece: { readonly kind: Uint8Array; readonly cell: Uint8Array; readonly special: Uint8Array } = {
  kind: new Uint8Array(CAPACITY),
  cell: new Uint8Array(CAPACITY),
  special: new Uint8Array(CAPACITY),
};

/** A piece that is going in this step of a cascade. */
export const Cleared: Record<string, never> = {};

/** Mist over one cell; it lifts when a piece goes there. */
export const Mist: { readonly cell: Uint8Array } = { cell: new Uint8Array(CAPACITY) };

/** The level in play. There is one such entity, whether a level is in play or not. */
export const Round: {
  readonly level: Uint8Array;
  readonly phase: Uint8Array;
  readonly leftMs: Float64Array;
  readonly moves: Uint16Array;
  readonly score: Uint32Array;
  readonly chain: Uint8Array;
  readonly firstLeft: Uint16Array;
  readonly secondLeft: Uint16Array;
  readonly swapFrom: Uint8Array;
  readonly swapTo: Uint8Array;
  readonly dice: Uint32Array;
} = {
  level: new Uint8Array(CAPACITY),
  phase: new Uint8Array(CAPACITY),
  /** What is left of the phase, in milliseconds. */
  leftMs: new Float64Array(CAPACITY),
  moves: new Uint16Array(CAPACITY),
  score: new Uint32Array(CAPACITY),
  /** How many steps this cascade has had. */
  chain: new Uint8Array(CAPACITY),
  /** What is left of the level's first and second goal. */
  firstLeft: new Uint16Array(CAPACITY),
  secondLeft: new Uint16Array(CAPACITY),
  /** The two cells of the swap under way. */
  swapFrom: new Uint8Array(CAPACITY),
  swapTo: new Uint8Array(CAPACITY),
  /** State of the random generator. */
  dice: new Uint32Array(CAPACITY),
};

/** What is kept from level to level, on the round's entity. `stars` has two bits a level. */
export const Progress: { readonly coins: Uint32Array; readonly stars: Uint16Array } = {
  coins: new Uint32Array(CAPACITY),
  stars: new Uint16Array(CAPACITY),
};
