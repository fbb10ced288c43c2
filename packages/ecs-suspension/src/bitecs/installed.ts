import type { Cover, CoverResource } from './overlap.js';

/** What a world's other suspensions and the system need to know of one. */
export interface Installed {
  readonly id: string;
  readonly playing: boolean;
  update(deltaMs: number): void;
  readonly components: readonly Cover[];
  readonly resources: readonly CoverResource[];
}

/** Which suspensions are installed on which world; a world that is dropped takes them along. */
const worlds = new WeakMap<object, Installed[]>();

export function installedOn(world: object): readonly Installed[] {
  return worlds.get(world) ?? [];
}

/** Installs one; the result takes it off again. */
export function install(world: object, installed: Installed): () => void {
  worlds.set(world, [...installedOn(world), installed]);
  return () => {
    worlds.set(
      world,
      installedOn(world).filter((other) => other !== installed),
    );
  };
}
