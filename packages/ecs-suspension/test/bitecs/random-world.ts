import {
  addComponent,
  addEntity,
  asBuffer,
  createRelation,
  createWorld,
  entityExists,
  getAllEntities,
  getEntityComponents,
  getRelationTargets,
  hasComponent,
  IsA,
  Not,
  noCommit,
  Or,
  observe,
  onAdd,
  onRemove,
  onSet,
  Prefab,
  query,
  removeComponent,
  removeEntity,
  set,
  Wildcard,
} from 'bitecs';
import type { WorldState } from '../../src/bitecs/covered-state.js';
import { createCoveredState } from '../../src/bitecs/covered-state.js';
import type { CoveredComponent } from '../../src/bitecs/entries.js';
import type { OwnEntities } from '../../src/bitecs/row-entities.js';
import { createOwnEntities } from '../../src/bitecs/row-entities.js';
import type { SavedOrders } from '../../src/bitecs/snapshot.js';

/** A small seeded generator: equal seeds, equal plays. */
export function createChance(seed: number): { below(n: number): number; number(): number } {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  return { below: (n) => next() % n, number: () => next() / 2 ** 32 };
}
export type Chance = ReturnType<typeof createChance>;

/** Which parts of bitecs a random world uses. */
export interface Traits {
  readonly relations: boolean;
  readonly prefabs: boolean;
  readonly observers: boolean;
  readonly uncovered: boolean;
}

const SIZE = 400;

/** Components of one world; a twin gets its own, since stores are shared by whoever holds the component. */
function createComponents() {
  return {
    Wide: {
      a: new Float64Array(SIZE),
      b: new Int32Array(SIZE),
      c: new BigInt64Array(SIZE),
      deep: { d: new Uint8Array(SIZE) },
    },
    Loose: { n: [] as number[], s: [] as (string | undefined)[] },
    Items: [] as { x: number; list: number[] }[],
    Vectors: [] as Float32Array[],
    Flat: new Float32Array(SIZE),
    Tag: {},
    Call: () => undefined,
    Narrow: { v: new Float64Array(SIZE) },
    Only: {},
    Near: createRelation({ store: () => ({ w: new Float64Array(SIZE), note: [] as string[] }) }),
    Child: createRelation({ autoRemoveSubject: true }),
    Owner: createRelation({ exclusive: true }),
    Sprite: { frame: [] as number[] },
  };
}
export type Parts = ReturnType<typeof createComponents>;

export interface Play {
  readonly world: object;
  readonly parts: Parts;
  readonly state: WorldState;
  readonly rows: OwnEntities;
  readonly covered: readonly object[];
  readonly observed: string[];
  /** Queries in the order of their use; `undefined` while nobody asks. */
  ran?: Ran[] | undefined;
}
export interface Ran {
  readonly q: number;
  readonly buffered: boolean;
}

const PLAIN = ['Wide', 'Loose', 'Items', 'Vectors', 'Flat', 'Tag', 'Call'] as const;
const RELATIONS = ['Near', 'Child', 'Owner'] as const;

/** The queries a random world may have, by index. */
const QUERIES: readonly ((parts: Parts) => any[])[] = [
  (p) => [p.Wide],
  (p) => [p.Wide, p.Loose],
  (p) => [p.Items, Not(p.Tag)],
  (p) => [Or(p.Flat, p.Call)],
  (p) => [p.Wide, Or(p.Tag, p.Vectors), Not(p.Flat)],
  (p) => [Not(p.Wide)],
  (p) => [p.Narrow, p.Only],
  (p) => [p.Near('*')],
  (p) => [p.Child('*'), Not(p.Tag)],
  (p) => [p.Near(2)],
];

export function createPlay(traits: Traits, registered: number): Play {
  const world = createWorld();
  const parts = createComponents();
  const observed: string[] = [];
  for (let q = 0; q < QUERIES.length; q++)
    if ((registered >> q) & 1) runQuery({ world, parts, ran: undefined }, q, false);
  if (traits.observers) {
    // Spawns on add, removes on remove, and sets through bitecs: all within covered state.
    observe(world, onAdd(parts.Call), (id: number) => {
      observed.push(`+${id}`);
      if (!hasComponent(world, id, parts.Tag)) {
        const born = addEntity(world);
        parts.Flat[born] = id / 4;
        addComponent(world, born, parts.Tag);
        addComponent(world, born, parts.Flat);
      }
    });
    query(world, [parts.Tag, parts.Flat], noCommit);
    let busy = false;
    observe(world, onRemove(parts.Vectors), (id: number) => {
      observed.push(`-${id}`);
      // bitecs fails where an observer removes the entity that an outer call is about.
      if (busy) return;
      busy = true;
      try {
        const both = (other: number): boolean =>
          hasComponent(world, other, parts.Tag) && hasComponent(world, other, parts.Flat);
        const first = query(world, [parts.Tag, parts.Flat], noCommit).find((other) => other !== id && both(other));
        if (first !== undefined && !hasComponent(world, first, parts.Sprite)) removeEntity(world, first);
      } finally {
        busy = false;
      }
    });
  }
  observe(world, onSet(parts.Flat), (id: number, value: number) => {
    parts.Flat[id] = value;
  });
  const scope = (name: string) => [{ row: name.toLowerCase(), with: [] }];
  const components = new Map<string, CoveredComponent>();
  for (const name of PLAIN) components.set(name, { ref: parts[name], scopes: scope(name) });
  components.set('Narrow', { ref: parts.Narrow, scopes: [{ row: 'narrow', with: [parts.Only] }] });
  if (traits.relations) for (const name of RELATIONS) components.set(name, { ref: parts[name], scopes: scope(name) });
  if (traits.prefabs) components.set('IsA', { ref: IsA as unknown as object, scopes: scope('isa') });
  const rows = createOwnEntities(world);
  const state = createCoveredState(world, { components, resources: new Map(), rows });
  return { world, parts, state, rows, covered: [...components.values()].map(({ ref }) => ref), observed };
}

export function runQuery(
  { world, parts, ran }: Pick<Play, 'world' | 'parts' | 'ran'>,
  q: number,
  buffered: boolean,
): number[] {
  ran?.push({ q, buffered });
  const terms = QUERIES[q]!(parts);
  return [...(buffered ? query(world, terms, asBuffer) : query(world, terms))];
}

/** Registers what another world has come to ask since: its own queries, and those by which bitecs finds subjects. */
export function registerLike({ world, parts }: Play, { state, ran }: Play): void {
  for (const { q, buffered } of ran ?? []) query(world, QUERIES[q]!(parts), { commit: false, buffered });
  const { queries } = state.capture().entities.orders as SavedOrders;
  for (const { terms } of queries ?? []) {
    const target = typeof terms?.[0] === 'string' ? /^\*>(\d+)$/.exec(terms[0])?.[1] : undefined;
    if (target !== undefined) query(world, [Wildcard(Number(target))], noCommit);
  }
}

/** Removes entities that no row covers and that are no strangers: a restore would not bring them back. */
export function sweep(play: Play): void {
  const { world, parts, rows } = play;
  const isLoose = (id: number): boolean =>
    !rows.isOurs(id) && !hasComponent(world, id, parts.Sprite) && !isCoveredNow(play, id) && !hasBoth(play, id);
  for (const id of getAllEntities(world)) if (entityExists(world, id) && isLoose(id)) removeEntity(world, id);
  // bitecs leaves pairs behind for an entity that is gone; under its id a stranger becomes their target.
  for (const relation of [...RELATIONS.map((name) => parts[name]), IsA as unknown as (target: number) => object]) {
    for (const id of getAllEntities(world)) {
      for (const target of getRelationTargets(world, id, relation as never)) {
        const covered = entityExists(world, target) && (isCoveredNow(play, target) || hasBoth(play, target));
        if (!covered) removeComponent(world, id, relation(target));
      }
    }
  }
  if (getAllEntities(world).some(isLoose)) sweep(play);
}

function hasBoth({ world, parts }: Play, id: number): boolean {
  return hasComponent(world, id, parts.Narrow) && hasComponent(world, id, parts.Only);
}

/** Whether an entity carries only what is covered: a play never takes covered state from a stranger. */
function isStranger({ world, parts }: Play, id: number): boolean {
  return hasComponent(world, id, parts.Sprite);
}

function pick(play: Play, chance: Chance, want: (id: number) => boolean): number | undefined {
  const all = getAllEntities(play.world);
  if (all.length === 0) return undefined;
  for (let tries = 0; tries < 4; tries++) {
    const id = all[chance.below(all.length)]!;
    if (!play.rows.isOurs(id) && want(id)) return id;
  }
  return undefined;
}

function give(play: Play, chance: Chance, id: number): void {
  const { world, parts } = play;
  const name = PLAIN[chance.below(PLAIN.length)]!;
  const value = [chance.number() * 100, Number.NaN, -0, 0, chance.below(200)][chance.below(5)]!;
  if (name === 'Wide') {
    parts.Wide.a[id] = value;
    parts.Wide.b[id] = chance.below(1000);
    parts.Wide.c[id] = BigInt(chance.below(1000)) * 2n ** 40n;
    parts.Wide.deep.d[id] = chance.below(256);
  } else if (name === 'Loose') {
    parts.Loose.n[id] = value;
    parts.Loose.s[id] = [undefined, 'a', 'b'][chance.below(3)];
  } else if (name === 'Items') parts.Items[id] = { x: value, list: [chance.below(9)] };
  else if (name === 'Vectors') parts.Vectors[id] = Float32Array.of(value, 1, 2);
  else if (name === 'Flat') parts.Flat[id] = value;
  if (name === 'Flat' && chance.below(3) === 0) addComponent(world, id, set(parts.Flat, value));
  else addComponent(world, id, parts[name]);
  if (!entityExists(world, id)) return;
  if (chance.below(4) === 0) {
    parts.Narrow.v[id] = chance.number();
    addComponent(world, id, parts.Narrow);
    addComponent(world, id, parts.Only);
  }
}

/**
 * One random step; equal chances make equal steps in equal worlds. `between` is given for steps that a restore takes
 * back: the entities whose narrowed component was covered.
 */
export function step(play: Play, chance: Chance, traits: Traits, between?: ReadonlySet<number>): void {
  try {
    takeStep(play, chance, traits, between);
  } catch (error) {
    // bitecs fails where an observer, or a removed target, takes the entity along that a call is about.
    if (!(error instanceof TypeError) || !/'(delete|add)'/.test(error.message)) throw error;
  }
}

function takeStep(play: Play, chance: Chance, traits: Traits, between?: ReadonlySet<number>): void {
  const { world, parts } = play;
  const mine = (id: number): boolean => !isStranger(play, id);
  const roll = chance.below(traits.relations ? 30 : 20);
  if (roll < 5) {
    if (getAllEntities(world).length > 60) return;
    const id = addEntity(world);
    for (let n = chance.below(4) + 1; n > 0 && entityExists(world, id); n--) give(play, chance, id);
    if (entityExists(world, id) && !PLAIN.some((name) => hasComponent(world, id, parts[name]))) {
      addComponent(world, id, parts.Tag);
    }
    return;
  }
  const id = pick(play, chance, between ? () => true : mine);
  if (id === undefined) return;
  if (roll < 8) {
    if (mine(id)) removeEntity(world, id);
  } else if (roll < 11) give(play, chance, id);
  else if (roll < 13) {
    const name = PLAIN[chance.below(PLAIN.length)]!;
    removeComponent(world, id, parts[name]);
  } else if (roll < 14) {
    if (isStranger(play, id)) return;
    // What is not covered is not put back, so only an entity that was covered may keep one of the two.
    const one = chance.below(3);
    if (one > 0 && between?.has(id)) removeComponent(world, id, one === 1 ? parts.Narrow : parts.Only);
    else removeComponent(world, id, parts.Narrow, parts.Only);
  } else if (roll < 16) {
    if (hasComponent(world, id, parts.Wide)) parts.Wide.a[id] = chance.number();
    if (hasComponent(world, id, parts.Loose)) parts.Loose.n[id] = chance.number();
    if (hasComponent(world, id, parts.Items)) parts.Items[id]?.list.push(chance.below(9));
    if (hasComponent(world, id, parts.Vectors)) parts.Vectors[id]?.fill(chance.number(), 0, 1);
    if (hasComponent(world, id, parts.Narrow)) parts.Narrow.v[id] = chance.number();
  } else if (roll < 17) {
    runQuery(play, chance.below(7), chance.below(8) === 0);
  } else if (traits.relations && roll !== 19) {
    const target = pick(play, chance, (other) => mine(other) && isCoveredNow(play, other));
    if (target === undefined || !isCoveredNow(play, id) || isStranger(play, id)) return;
    const relation = parts[RELATIONS[chance.below(RELATIONS.length)]!];
    if (chance.below(3) === 0) removeComponent(world, id, relation(target));
    else {
      const store = relation(target) as { w?: Float64Array; note?: string[] };
      if (store.w) store.w[id] = chance.number();
      if (store.note) store.note[id] = String(chance.below(5));
      addComponent(world, id, relation(target));
    }
  } else if (traits.prefabs) {
    const prefab = pick(play, chance, (other) => hasComponent(world, other, Prefab));
    if (prefab === undefined) {
      if (!isStranger(play, id) && isCoveredNow(play, id)) addComponent(world, id, Prefab);
    } else if (prefab !== id && isCoveredNow(play, id) && isCoveredNow(play, prefab) && !isStranger(play, id)) {
      // Half of a narrowed pair is not covered, and would stay with the instance.
      const half = getAllEntities(world).some(
        (other) =>
          hasComponent(world, other, Prefab) &&
          hasComponent(world, other, parts.Narrow) !== hasComponent(world, other, parts.Only),
      );
      if (!half && !hasComponent(world, id, Prefab)) inherit(play, id, prefab);
    }
  }
}

const PAIR_TARGET = Symbol.for('bitecs-pairTarget');

/** bitecs hands stale bookkeeping of a prefab on to an instance, and throws where its entity is gone. */
function inherit({ world, parts }: Play, id: number, prefab: number): void {
  // A slot holds what its last owner left, and a component that is inherited does not write it.
  const slots = (name: (typeof PLAIN)[number]): void => {
    if (hasComponent(world, id, parts[name])) return;
    if (name === 'Wide') {
      parts.Wide.a[id] = 0;
      parts.Wide.b[id] = 0;
      parts.Wide.c[id] = 0n;
      parts.Wide.deep.d[id] = 0;
    } else if (name === 'Loose') {
      parts.Loose.n[id] = 0;
      parts.Loose.s[id] = undefined;
    } else if (name === 'Items') parts.Items[id] = { x: 0, list: [] };
    else if (name === 'Vectors') parts.Vectors[id] = new Float32Array(3);
  };
  for (const name of PLAIN) slots(name);
  if (!hasComponent(world, id, parts.Narrow)) parts.Narrow.v[id] = 0;
  for (const target of getAllEntities(world)) {
    const near = parts.Near(target);
    if (hasComponent(world, id, near)) continue;
    near.w[id] = 0;
    near.note[id] = '';
  }
  const stale = getAllEntities(world).some(
    (other) =>
      hasComponent(world, other, Prefab) &&
      getEntityComponents(world, other).some((ref: { [PAIR_TARGET]?: unknown }) => {
        const target = ref[PAIR_TARGET];
        return typeof target === 'number' && !entityExists(world, target);
      }),
  );
  if (stale) return;
  addComponent(world, id, (IsA as (t: number) => object)(prefab));
}

export function isCoveredNow({ world, parts }: Play, id: number): boolean {
  return PLAIN.some((name) => hasComponent(world, id, parts[name]));
}

/** An entity that no row covers. */
export function addStranger({ world, parts }: Play, chance: Chance): void {
  const id = addEntity(world);
  parts.Sprite.frame[id] = chance.below(100);
  addComponent(world, id, parts.Sprite);
  if (chance.below(3) === 0) addComponent(world, id, chance.below(2) ? parts.Narrow : parts.Only);
}

const show = (value: unknown): string =>
  JSON.stringify(value, (_, v) =>
    typeof v === 'bigint'
      ? `${v}n`
      : typeof v === 'number' && !Number.isFinite(v)
        ? String(v)
        : Object.is(v, -0)
          ? '-0'
          : v,
  );

/** Everything a game could see of the world, as lines of text. */
export function portrait(play: Play, queries: boolean): string[] {
  const { world, parts } = play;
  const lines: string[] = [`all ${getAllEntities(world).join(' ')}`];
  const named = new Map<object, string>(Object.entries(parts).map(([name, ref]) => [ref, name]));
  named.set(Prefab, 'Prefab');
  for (const id of getAllEntities(world)) {
    const names = getEntityComponents(world, id)
      .map((ref: object) => named.get(ref))
      .filter((name) => name !== undefined)
      .sort();
    const values: unknown[] = [];
    if (names.includes('Wide'))
      values.push([parts.Wide.a[id], parts.Wide.b[id], parts.Wide.c[id], parts.Wide.deep.d[id]]);
    if (names.includes('Loose')) values.push([parts.Loose.n[id], parts.Loose.s[id] ?? null]);
    if (names.includes('Items')) values.push(parts.Items[id]);
    if (names.includes('Vectors')) values.push([...(parts.Vectors[id] ?? [])]);
    if (names.includes('Flat')) values.push(parts.Flat[id]);
    if (names.includes('Narrow')) values.push(names.includes('Only') ? parts.Narrow.v[id] : 'not covered');
    const pairs = [...RELATIONS.map((name) => parts[name]), IsA].map((relation) =>
      getRelationTargets(world, id, relation as never).map((target) => {
        const store = (relation as (t: number) => { w?: Float64Array; note?: string[] })(target);
        return store.w && entityExists(world, target) ? [target, store.w[id], store.note?.[id]] : target;
      }),
    );
    lines.push(`${id} ${names.join(',')} ${show(values)} ${show(pairs)}`);
  }
  if (queries) for (let q = 0; q < 7; q++) lines.push(`query ${q}: ${runQuery(play, q, false).join(' ')}`);
  return lines;
}
