import { RAIN_ONE_IN } from './rules.js';
import type { Weather } from './world.js';

/** The weather after this one: drawn from the seed alone, so that a replay has the weather that play would have had. */
export function nextWeather({ seed }: Weather): Weather {
  const next = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return { seed: next, raining: (next >>> 16) % RAIN_ONE_IN === 0 };
}
