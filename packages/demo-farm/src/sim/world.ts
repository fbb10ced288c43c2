import { createWorld } from 'bitecs';
import type { Upgrade } from './rules.js';

export type Tool = 'plough' | 'plant' | 'water' | 'harvest';

/** What the player asked for; `inputSystem` does it, or says why not. */
export type Request =
  | { readonly type: 'work'; readonly tool: Tool; readonly cell: number }
  | { readonly type: 'buy-seeds'; readonly count: number }
  | { readonly type: 'buy'; readonly upgrade: Upgrade };

/** What came of a request, for a view to show and say: the rules never read it. */
export interface Outcome {
  readonly request: Request;
  readonly done: boolean;
  readonly words: string;
}

/** State outside components that growth reads: covered as a resource. */
export interface Weather {
  readonly seed: number;
  readonly raining: boolean;
}

export interface FarmWorld {
  readonly time: { delta: number };
  /** The entity with `Farm`. */
  farm: number;
  weather: Weather;
  requests: Request[];
  outcomes: Outcome[];
}

/** An empty world: nothing is in it before a new game or a save fills it. */
export function createFarmWorld(): FarmWorld {
  return createWorld<FarmWorld>({
    time: { delta: 0 },
    farm: 0,
    weather: { seed: 1, raining: false },
    requests: [],
    outcomes: [],
  });
}
