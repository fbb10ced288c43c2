// Every figure here is ours: the adoption leaves rates, windows and prices to the game.

/** One growth update. */
export const STEP_MS = 10_000;
const HOUR = 3_600_000 / STEP_MS;

/** Growth updates from seed to ripe: three hours in wet soil. */
export const RIPE = 3 * HOUR;
/** The growth window after watering, in growth updates: one hour, and half an hour more for each level of deep soil. */
export const waterLasts = (deepSoil: number): number => HOUR + (deepSoil * HOUR) / 2;
/** The weather is drawn anew every hour; one hour in five it rains. */
export const WEATHER_LASTS = HOUR;
export const RAIN_ONE_IN = 5;

export const COLUMNS = 6;
export const FIRST_ROWS = 8;
export const MOST_ROWS = 10;
export const FIRST_COINS = 24;
export const FIRST_SEEDS = 6;
export const SEED_PRICE = 4;
export const PUMPKIN_PRICE = 12;

export type Upgrade = 'deepSoil' | 'newGround';
export const UPGRADES: { readonly [name in Upgrade]: { readonly most: number; price(level: number): number } } = {
  deepSoil: { most: 2, price: (level) => 60 * (level + 1) },
  newGround: { most: MOST_ROWS - FIRST_ROWS, price: (level) => 80 * (level + 1) },
};

/**
 * What a plot shows, and the growth from which it does: 0 a seed, 5 a ripe pumpkin. The sprout is early, so that a first
 * minute in wet soil shows something.
 */
export const STAGES_FROM: readonly number[] = [0, 6, RIPE / 4, RIPE / 2, (RIPE * 3) / 4, RIPE];
export const STAGES: number = STAGES_FROM.length;
export function stageOf(grown: number): number {
  return STAGES_FROM.findLastIndex((from) => grown >= from);
}
