/** Lives a player can have, and the time one takes to come back: figures of this game's own. */
export const MAX_LIVES = 5;
export const LIFE_MS: number = 30 * 60_000;

export const SIZE = 8;
export const CELLS: number = SIZE * SIZE;
/** The kind of a star: it matches nothing and is swapped with any piece. */
export const STAR_KIND = 6;

/** What a piece does beside going. */
export const Special = { none: 0, row: 1, column: 2, burst: 3, star: 4 } as const;

/** Where a round stands. `map`: no level is in play. */
export const Phase = { map: 0, rest: 1, swap: 2, swapBack: 3, clear: 4, fall: 5, shuffle: 6, won: 7, lost: 8 } as const;

export const SWAP_MS = 170;
export const CLEAR_MS = 260;
/** A fall takes this long for its first row, and a little more for each further one. */
export const FALL_MS = 190;
export const FALL_ROW_MS = 55;
export const SHUFFLE_MS = 600;

export const POINTS_PER_PIECE = 10;
export const EXTRA_MOVES = 5;
export const EXTRA_MOVES_COINS = 40;
export const COINS_PER_MOVE_LEFT = 3;
export const COINS_PER_WIN = 10;
