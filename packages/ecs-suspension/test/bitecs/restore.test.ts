import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  $internal,
  addComponent,
  addEntity,
  addPrefab,
  createEntityIndex,
  createWorld,
  deleteWorld,
  entityExists,
  getAllEntities,
  hasComponent,
  IsA,
  Not,
  observe,
  onAdd,
  onRemove,
  onSet,
  Prefab,
  query,
  removeComponent,
  removeEntity,
  withVersioning,
} from 'bitecs';
import { describe, expect, test } from 'vitest';
import { contextOf, hasKnownOrders } from '../../src/bitecs/internals.js';
import { CatchUpItem, FixedItem } from '../../src/bitecs/row-components.js';
import { createOwnEntities } from '../../src/bitecs/row-entities.js';
import { cover, thrownBy } from './make.js';

describe('the world', () => {
  test.each([
    ['an object that is no world', () => ({})],
    ['a spread of a world', () => ({ ...createWorld() })],
    [
      'a deleted world',
      () => {
        const world = createWorld();
        deleteWorld(world);
        return world;
      },
    ],
  ])('%s is refused', (_, make) => {
    expect(thrownBy(() => cover(make(), {}))).toMatchObject({ code: 'WORLD_FOREIGN' });
  });

  test('a versioned entity index is refused', () => {
    const world = createWorld(createEntityIndex(withVersioning()));
    expect(thrownBy(() => cover(world, {}))).toMatchObject({ code: 'WORLD_VERSIONED' });
  });

  test('an entity index of two worlds is refused, at capture where it was not seen before', () => {
    const index = createEntityIndex();
    const [world, other] = [createWorld(index), createWorld(index)];
    const state = cover(world, {});
    addEntity(other);
    expect(thrownBy(() => cover(world, {}))).toMatchObject({ code: 'WORLD_SHARED_INDEX' });
    expect(thrownBy(() => state.capture())).toMatchObject({ code: 'WORLD_SHARED_INDEX' });
  });

  test('bitecs is the one whose inner form the restore of orders knows', () => {
    const manifest = createRequire(import.meta.url)
      .resolve('bitecs')
      .replace(/dist.*/, 'package.json');
    expect(JSON.parse(readFileSync(manifest, 'utf8')).version).toBe('0.4.0');
    const world = createWorld();
    query(world, [{}, Not({})]);
    query(world, [{}], { buffered: true });
    expect(hasKnownOrders(contextOf(world))).toBe(true);
  });

  test('without that form ids, memberships and values come back all the same', () => {
    const world = createWorld();
    const Item = { x: [] as number[] };
    const [a, b] = [addEntity(world, Item), addEntity(world, Item)];
    Item.x[a] = 1;
    const state = cover(world, { Item });
    (world as any)[$internal].dirtyQueries = { size: 0, add: () => undefined };
    const snapshot = state.capture();
    expect(snapshot.entities.orders).toMatchObject({ queries: null, entities: null, links: null });
    removeEntity(world, a);
    state.restore(snapshot);
    expect([entityExists(world, a), Item.x[a], addEntity(world)]).toEqual([true, 1, b + 1]);
  });
});

describe('a restore', () => {
  test('brings an entity back under its id, and takes away what appeared since', () => {
    const world = createWorld();
    const Item = { x: [] as number[] };
    const gone = addEntity(world, Item);
    Item.x[gone] = 1;
    const state = cover(world, { Item });
    const snapshot = state.capture();
    removeEntity(world, gone);
    const [taker, born] = [addEntity(world), addEntity(world, Item)];
    addComponent(world, taker, Item);
    removeEntity(world, taker);
    const restored = state.restore(snapshot);
    expect(getAllEntities(world)).toEqual([gone]);
    expect(Item.x[gone]).toBe(1);
    expect(restored).toMatchObject({ created: [gone], removed: [born], added: { Item: [gone] }, dropped: {} });
  });

  test('lets an entity that carries something uncovered stay, without the covered component', () => {
    const world = createWorld();
    const [Item, Sprite] = [{}, {}];
    const state = cover(world, { Item });
    const snapshot = state.capture();
    const sprite = addEntity(world, Sprite, Item);
    expect(state.restore(snapshot)).toMatchObject({ removed: [], dropped: { Item: [sprite] } });
    expect([hasComponent(world, sprite, Sprite), hasComponent(world, sprite, Item)]).toEqual([true, false]);
  });

  test('lets an entity that was there before it was covered stay', () => {
    const world = createWorld();
    const Item = {};
    const player = addEntity(world);
    const state = cover(world, { Item });
    const snapshot = state.capture();
    addComponent(world, player, Item);
    state.restore(snapshot);
    expect([entityExists(world, player), hasComponent(world, player, Item)]).toEqual([true, false]);
  });

  test('puts a component back on an entity that lost it and lives on with something uncovered', () => {
    const world = createWorld();
    const [Item, Sprite] = [{}, {}];
    const entity = addEntity(world, Item, Sprite);
    const state = cover(world, { Item });
    const snapshot = state.capture();
    removeComponent(world, entity, Item);
    expect(state.restore(snapshot).added).toEqual({ Item: [entity] });
  });

  test('refuses to merge with an uncovered entity that took over the id, before anything is changed', () => {
    const world = createWorld();
    const [Item, Sprite] = [{ x: [] as number[] }, {}];
    const [entity, other] = [addEntity(world, Item), addEntity(world, Item)];
    Item.x[other] = 1;
    const state = cover(world, { Item });
    const snapshot = state.capture();
    Item.x[other] = 2;
    removeEntity(world, entity);
    expect(addEntity(world, Sprite)).toBe(entity);
    expect(thrownBy(() => state.restore(snapshot))).toMatchObject({
      code: 'ENTITY_ID_TAKEN',
      details: { entities: [entity] },
    });
    expect([Item.x[other], hasComponent(world, entity, Item)]).toEqual([2, false]);
  });

  test('leaves kept components alone, and entities that carry one', () => {
    const world = createWorld();
    const [Item, Live] = [{ x: [] as number[] }, { y: [] as number[] }];
    const entity = addEntity(world, Item, Live);
    [Item.x[entity], Live.y[entity]] = [1, 1];
    const state = cover(world, { Item, Live });
    const snapshot = state.capture();
    [Item.x[entity], Live.y[entity]] = [2, 2];
    const born = addEntity(world, Item, Live);
    state.restore(snapshot, { components: new Set(['Live']), resources: new Set() });
    expect([Item.x[entity], Live.y[entity]]).toEqual([1, 2]);
    expect([hasComponent(world, born, Item), hasComponent(world, born, Live)]).toEqual([false, true]);
  });

  test('hands out the same ids afterwards', () => {
    const world = createWorld();
    const Item = {};
    const ids = [1, 2, 3, 4, 5].map(() => addEntity(world, Item));
    removeEntity(world, ids[1]!);
    removeEntity(world, ids[3]!);
    const state = cover(world, { Item });
    const snapshot = state.capture();
    for (let n = 0; n < 6; n++) addEntity(world, Item);
    removeEntity(world, ids[0]!);
    state.restore(snapshot);
    expect([addEntity(world), addEntity(world), addEntity(world)]).toEqual([ids[3], ids[1], 6]);
  });

  test('keeps the live array of a query, in the saved order', () => {
    const world = createWorld();
    const Item = {};
    const [a, b, c] = [addEntity(world, Item), addEntity(world, Item), addEntity(world, Item)];
    removeComponent(world, a, Item);
    query(world, [Item]);
    addComponent(world, a, Item);
    const live = query(world, [Item]);
    const state = cover(world, { Item });
    const before = [...live];
    const snapshot = state.capture();
    removeEntity(world, b);
    addEntity(world, Item);
    query(world, [Item]);
    state.restore(snapshot);
    expect(before).toEqual([b, c, a]);
    expect(query(world, [Item])).toBe(live);
    expect([...live]).toEqual(before);
  });

  test('lets observers read the saved values when a component comes back', () => {
    const world = createWorld();
    const Item = { x: new Float64Array(8) };
    const entity = addEntity(world, Item);
    Item.x[entity] = 3;
    const state = cover(world, { Item });
    const snapshot = state.capture();
    removeEntity(world, entity);
    Item.x[entity] = 9;
    const seen: number[] = [];
    observe(world, onAdd(Item), (id: number) => seen.push(Item.x[id]!));
    state.restore(snapshot);
    expect(seen).toEqual([3]);
  });

  test('fires observers for real differences only', () => {
    const world = createWorld();
    const Item = {};
    const [gone, stays] = [addEntity(world, Item), addEntity(world, Item)];
    const state = cover(world, { Item });
    const snapshot = state.capture();
    const born = addEntity(world, Item);
    removeEntity(world, gone);
    const seen: string[] = [];
    observe(world, onAdd(Item), (id: number) => seen.push(`+${id}`));
    observe(world, onRemove(Item), (id: number) => seen.push(`-${id}`));
    state.restore(snapshot);
    expect(seen).toEqual([`-${born}`, `+${gone}`]);
    void stays;
  });

  test('undoes what an observer answers it with', () => {
    const world = createWorld();
    const [Item, Loot] = [{}, {}];
    observe(world, onRemove(Item), () => addEntity(world, Loot));
    const state = cover(world, { Item, Loot });
    const snapshot = state.capture();
    addEntity(world, Item);
    state.restore(snapshot);
    expect(getAllEntities(world)).toEqual([]);
  });

  test('gives up where observers never settle, and says what differs', () => {
    const world = createWorld();
    const Item = {};
    const state = cover(world, { Item });
    const snapshot = state.capture();
    addEntity(world, Item);
    observe(world, onRemove(Item), () => addEntity(world, Item));
    const error = thrownBy(() => state.restore(snapshot));
    expect(error).toMatchObject({ code: 'RESTORE_DISTURBED' });
    expect(error?.details.removed).toHaveLength(1);
  });

  test('brings a prefab back as one, and gives its instance the saved values', () => {
    const world = createWorld();
    const Item = { x: [] as number[] };
    const prefab = addPrefab(world);
    addComponent(world, prefab, Item);
    Item.x[prefab] = 7;
    observe(world, onSet(Item), (id: number, value: number) => {
      Item.x[id] = value;
    });
    const instance = addEntity(world);
    addComponent(world, instance, IsA(prefab));
    Item.x[instance] = 5;
    const state = cover(world, { Item, IsA: IsA as object });
    const snapshot = state.capture();
    removeEntity(world, instance);
    removeEntity(world, prefab);
    state.restore(snapshot);
    expect([hasComponent(world, prefab, Prefab), Item.x[prefab], Item.x[instance]]).toEqual([true, 7, 5]);
    expect([...query(world, [Item])]).toEqual([instance]);
  });

  test('narrows a component by what is carried beside it, and makes what comes back covered again', () => {
    const world = createWorld();
    const [Timer, Crop, Lamp] = [{ ms: [] as number[] }, {}, {}];
    const [crop, lamp] = [addEntity(world, Timer, Crop), addEntity(world, Timer, Lamp)];
    [Timer.ms[crop], Timer.ms[lamp]] = [1, 1];
    const state = cover(world, { Timer }, { with: [Crop] });
    const snapshot = state.capture();
    [Timer.ms[crop], Timer.ms[lamp]] = [2, 2];
    removeEntity(world, crop);
    state.restore(snapshot);
    expect([Timer.ms[crop], Timer.ms[lamp], hasComponent(world, crop, Crop)]).toEqual([1, 2, true]);
    expect(state.capture().components['Timer']!.members).toEqual(Uint32Array.of(crop));
  });

  test('puts resources back where they differ, and never hands out what it has saved', () => {
    const world = createWorld({ seed: { value: 1 } });
    const seed = {
      get: (w: typeof world) => w.seed,
      set: (w: typeof world, value: never) => Object.assign(w, { seed: value }),
    };
    const state = cover(world, {}, { resources: { seed } });
    const snapshot = state.capture();
    expect(state.restore(snapshot).written).toEqual({});
    world.seed.value = 2;
    expect(state.restore(snapshot).written).toEqual({ seed: [] });
    world.seed.value = 3;
    state.restore(snapshot);
    expect(world.seed.value).toBe(1);
  });
});

describe('a load into a new process', () => {
  const Item = { x: [] as number[] };
  /** A world of five ids: 1, 4, 5 covered, 2 free, 3 not covered. */
  function saved() {
    const world = createWorld();
    const ids = [1, 2, 3, 4, 5].map((id) => (id === 3 ? addEntity(world) : addEntity(world, Item)));
    for (const id of ids) Item.x[id] = id * 10;
    removeEntity(world, 2);
    query(world, [Item, Not({})]);
    const state = cover(world, { Item });
    removeComponent(world, 1, Item);
    query(world, [Item]);
    addComponent(world, 1, Item);
    return { snapshot: structuredClone(state.capture()), order: [...query(world, [Item])] };
  }

  test('takes the ids again, then the free ones, then those of entities that were not covered', () => {
    const { snapshot } = saved();
    const world = createWorld();
    const loaded = cover(world, { Item }).load(snapshot);
    expect(loaded.created).toEqual([1, 4, 5]);
    expect([addEntity(world), addEntity(world), addEntity(world)]).toEqual([2, 3, 6]);
  });

  test('gives a query that the save could name its order, whether it is registered before or after', () => {
    const { snapshot, order } = saved();
    for (const early of [true, false]) {
      const world = createWorld();
      if (early) query(world, [Item]);
      cover(world, { Item }).load(snapshot);
      expect([...query(world, [Item])]).toEqual(order);
    }
  });

  test('refuses a covered entity that was spawned before', () => {
    const { snapshot } = saved();
    const world = createWorld();
    const early = addEntity(world, Item);
    expect(thrownBy(() => cover(world, { Item }).load(snapshot))).toMatchObject({
      code: 'SPAWNED_BEFORE_START',
      details: { entities: [early], components: ['Item'] },
    });
  });

  test('refuses an id that something uncovered has, and changes nothing', () => {
    const { snapshot } = saved();
    const world = createWorld();
    const taken = addEntity(world, {});
    expect(thrownBy(() => cover(world, { Item }).load(snapshot))).toMatchObject({
      code: 'ENTITY_ID_TAKEN',
      details: { entities: [taken] },
    });
    expect(getAllEntities(world)).toEqual([taken]);
  });

  test('tells names that the save lacks and names that it has beyond ours', () => {
    const { snapshot } = saved();
    const loaded = cover(createWorld(), { Other: {} }).load(snapshot);
    expect([loaded.missing, loaded.unknown]).toEqual([['Other'], ['Item']]);
  });
});

describe('entities of ours', () => {
  const row = (id: string) => ({ kind: 'fixed', values: { row: id } }) as const;

  test('are of a world each, though the component is one', () => {
    const worlds = [createWorld(), createWorld()];
    const own = worlds.map((world, at) => {
      const rows = createOwnEntities(world);
      rows.install([row(`row ${at}`)]);
      return rows.entity(`row ${at}`)!;
    });
    expect(own[0]).toBe(own[1]);
    expect(worlds.map((world, at) => FixedItem(world).row[own[at]!])).toEqual(['row 0', 'row 1']);
    expect([...query(worlds[0]!, [FixedItem])]).toEqual([own[0]]);
  });

  test('take the id that would have come last', () => {
    const world = createWorld();
    const ids = [addEntity(world), addEntity(world)];
    for (const id of ids) removeEntity(world, id);
    const rows = createOwnEntities(world);
    rows.install([row('a')]);
    expect([rows.entity('a'), addEntity(world)]).toEqual([ids[0], ids[1]]);
  });

  test('give way where a save needs their id, with what they hold, whichever suspension they are of', () => {
    const Item = {};
    const source = createWorld();
    const id = addEntity(source, Item);
    const snapshot = cover(source, { Item }).capture();
    const world = createWorld();
    const rows = createOwnEntities(world);
    rows.install([
      {
        kind: 'catch-up',
        values: {
          row: 'a',
          amountBranch: 'reduced',
          fidelityBranch: 'larger-steps',
          limitBranch: 'time-limit',
          carryMs: 0,
          admittedMs: 0,
          limitReached: false,
        },
      },
    ]);
    expect(rows.entity('a')).toBe(id);
    CatchUpItem(world).carryMs[id] = 250;
    cover(world, { Item }).load(snapshot);
    const moved = rows.entity('a')!;
    expect(moved).not.toBe(id);
    expect([rows.isOurs(moved), rows.isOurs(id), hasComponent(world, id, Item)]).toEqual([true, false, true]);
    expect(CatchUpItem(world).carryMs[moved]).toBe(250);
  });

  test('are in no snapshot and outlive a restore', () => {
    const world = createWorld();
    const rows = createOwnEntities(world);
    const state = cover(world, { Item: {} }, { rows });
    const snapshot = state.capture();
    rows.install([row('a')]);
    rows.addReward({ id: 'r', row: 'a', createdMs: 1 });
    state.restore(snapshot);
    expect([rows.entity('a'), rows.reward('r')].every((id) => entityExists(world, id!))).toBe(true);
    expect(state.capture().entities.covered).toHaveLength(0);
  });

  test('leave no trace in the ids a game gets when a reward is gone', () => {
    const world = createWorld();
    const free = [addEntity(world), addEntity(world)];
    for (const id of free) removeEntity(world, id);
    const rows = createOwnEntities(world);
    rows.addReward({ id: 'r', row: 'a', createdMs: 1 });
    rows.removeReward('r');
    expect([addEntity(world), addEntity(world)]).toEqual([free[1], free[0]]);
  });

  test('are made anew where the game has removed them', () => {
    const world = createWorld();
    const rows = createOwnEntities(world);
    rows.install([row('a')]);
    removeEntity(world, rows.entity('a')!);
    const other = addEntity(world);
    expect(rows.isOurs(other)).toBe(false);
    rows.update('a', {});
    expect(rows.isOurs(rows.entity('a')!)).toBe(true);
  });
});
