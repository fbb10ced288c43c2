import { describe, expect, test } from 'vitest';
import type { Chance, Play, Traits } from './random-world.js';
import { addStranger, createChance, createPlay, portrait, registerLike, step, sweep } from './random-world.js';

const SOAK = Number(process.env['SOAK'] ?? 1);
const SEED = Number(process.env['SEED'] ?? 1);

/** Both worlds live the same; one is then suspended, changed and restored, and both live on. */
function live(seed: number, traits: Traits): { restored: string[]; twin: string[]; when: string } | undefined {
  const registered = createChance(seed).below(1024);
  const a = createPlay(traits, registered);
  const b = createPlay(traits, registered);
  const both = (salt: number, act: (play: Play, chance: Chance) => void): void => {
    for (const play of [a, b]) act(play, createChance(seed * 7 + salt));
  };
  both(1, (play, chance) => {
    for (let n = 40 + chance.below(40); n > 0; n--) {
      if (traits.uncovered && chance.below(12) === 0) addStranger(play, chance);
      step(play, chance, traits);
    }
  });
  if (seed % 3 === 0) both(2, (play) => play.rows.install([{ kind: 'fixed', values: { row: 'one' } }]));
  both(2, sweep);
  const snapshot = structuredClone(a.state.capture());
  const narrowed = new Set(snapshot.components['Narrow']!.members);
  const chance = createChance(seed * 7 + 3);
  a.ran = [];
  for (let n = 10 + chance.below(60); n > 0; n--) step(a, chance, traits, narrowed);
  a.state.restore(snapshot);
  // bitecs registers a query for ever: one that was first used since, by the game or by
  // bitecs itself, plays on as if it were first used now.
  registerLike(b, a);
  a.ran = undefined;
  const differ = (when: string, queries: boolean) => {
    const restored = portrait(a, queries);
    const twin = portrait(b, queries);
    return restored.join('\n') === twin.join('\n') ? undefined : { restored, twin, when };
  };
  const now = differ('after the restore', seed % 2 === 0);
  if (now) return now;
  for (let part = 0; part < 3; part++) {
    both(10 + part, (play, luck) => {
      for (let n = 12; n > 0; n--) step(play, luck, traits);
    });
    const later = differ(`in part ${part} of the play after it`, true);
    if (later) return later;
  }
  return undefined;
}

function fuzz(worlds: number, traits: Traits): void {
  for (let n = 0; n < worlds * SOAK; n++) {
    const seed = SEED + n;
    let found: ReturnType<typeof live>;
    try {
      found = live(seed, traits);
    } catch (error) {
      throw new Error(`SEED=${seed} ${JSON.stringify(traits)}`, { cause: error });
    }
    if (found)
      expect({ seed, traits, when: found.when, lines: found.restored }).toEqual({
        seed,
        traits,
        when: found.when,
        lines: found.twin,
      });
  }
}

const NONE: Traits = { relations: false, prefabs: false, observers: false, uncovered: false };

describe('a restored world plays on as its twin that was never suspended', () => {
  test('with every store form and queries of every time', () => fuzz(600, NONE));
  test('beside entities that no row covers', () => fuzz(400, { ...NONE, uncovered: true }));
  test('with observers that spawn and remove', () => fuzz(400, { ...NONE, observers: true }));
  test('with relations', () => fuzz(400, { ...NONE, relations: true }));
  test('with prefabs and their instances', () => fuzz(400, { ...NONE, prefabs: true }));
  test('with all of it', () => fuzz(400, { relations: true, prefabs: true, observers: true, uncovered: true }));
});
