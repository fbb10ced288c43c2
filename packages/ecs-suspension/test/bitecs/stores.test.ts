import {
  addComponent,
  addEntity,
  createRelation,
  createWorld,
  getRelationTargets,
  hasComponent,
  removeComponent,
} from 'bitecs';
import { describe, expect, test } from 'vitest';
import { cover, thrownBy } from './make.js';

/** Saves an entity's component, changes it, puts it back. */
function roundTrip(ref: object, change: (entity: number) => void, fill: (entity: number) => void) {
  const world = createWorld();
  const entity = addEntity(world);
  addComponent(world, entity, ref);
  fill(entity);
  const state = cover(world, { Item: ref });
  const snapshot = structuredClone(state.capture());
  change(entity);
  return { entity, world, snapshot, restored: state.restore(snapshot) };
}

describe('store forms', () => {
  test.each([
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
  ])('a %o comes back, and its column has its kind', (Kind) => {
    const store = { x: new Kind(4) };
    const { entity, snapshot } = roundTrip(
      store,
      (e) => (store.x[e] = 7),
      (e) => (store.x[e] = 3),
    );
    expect(store.x[entity]).toBe(3);
    expect((snapshot.components['Item']!.data as { x: unknown }).x).toBeInstanceOf(Kind);
  });

  test('64-bit integers come back whole', () => {
    const store = { x: new BigInt64Array(4) };
    const { entity } = roundTrip(
      store,
      (e) => (store.x[e] = 0n),
      (e) => (store.x[e] = -(2n ** 62n) + 1n),
    );
    expect(store.x[entity]).toBe(-(2n ** 62n) + 1n);
  });

  test('a store on shared memory is copied, not aliased', () => {
    const store = { x: new Float64Array(new SharedArrayBuffer(64)) };
    const { entity, snapshot } = roundTrip(
      store,
      (e) => (store.x[e] = 7),
      (e) => (store.x[e] = 3),
    );
    expect(store.x[entity]).toBe(3);
    expect((snapshot.components['Item']!.data as { x: Float64Array }).x.buffer).toBeInstanceOf(ArrayBuffer);
  });

  test('a view is saved alone, not with its buffer', () => {
    const store = { x: new Float64Array(new ArrayBuffer(8000), 800, 4) };
    const { entity, snapshot } = roundTrip(
      store,
      (e) => (store.x[e] = 7),
      (e) => (store.x[e] = 3),
    );
    expect(store.x[entity]).toBe(3);
    expect((snapshot.components['Item']!.data as { x: Float64Array }).x.buffer.byteLength).toBe(8);
  });

  test('one typed array indexed by entity comes back', () => {
    const store = new Float32Array(4);
    const { entity } = roundTrip(
      store,
      (e) => (store[e] = 7),
      (e) => (store[e] = 0.1),
    );
    expect(store[entity]).toBe(Math.fround(0.1));
  });

  test('plain arrays keep text, truth values, undefined and -0', () => {
    const store = { a: [] as unknown[], b: [] as unknown[], c: [] as unknown[], d: [] as unknown[] };
    const put = (e: number, ...[a, b, c, d]: unknown[]) =>
      ([store.a[e], store.b[e], store.c[e], store.d[e]] = [a, b, c, d]);
    const { entity } = roundTrip(
      store,
      (e) => put(e, 1, 1, 1, 0),
      (e) => put(e, 'text', true, undefined, -0),
    );
    expect([store.a[entity], store.b[entity], store.c[entity], store.d[entity]]).toEqual(['text', true, undefined, -0]);
  });

  test('an array of objects comes back as deep copies', () => {
    const store: { list: number[] }[] = [];
    const { entity, snapshot } = roundTrip(
      store,
      (e) => store[e]!.list.push(9),
      (e) => (store[e] = { list: [1] }),
    );
    expect(store[entity]).toEqual({ list: [1] });
    store[entity]!.list.push(5);
    expect((snapshot.components['Item']!.data as unknown[])[0]).toEqual({ list: [1] });
  });

  test('an object that is still equal stays the same object', () => {
    const store: { list: number[] }[] = [];
    const value = { list: [1] };
    const { entity } = roundTrip(
      store,
      () => undefined,
      (e) => (store[e] = value),
    );
    expect(store[entity]).toBe(value);
  });

  test('an array of typed arrays comes back', () => {
    const store: Float32Array[] = [];
    const { entity } = roundTrip(
      store,
      (e) => store[e]!.fill(0),
      (e) => (store[e] = Float32Array.of(1, 2, 3)),
    );
    expect(store[entity]).toEqual(Float32Array.of(1, 2, 3));
  });

  test('nested stores come back', () => {
    const store = { pos: { x: new Float64Array(4), deep: { y: [] as number[] } } };
    const put = (e: number, x: number, y: number) => ([store.pos.x[e], store.pos.deep.y[e]] = [x, y]);
    const { entity } = roundTrip(
      store,
      (e) => put(e, 0, 0),
      (e) => put(e, 1, 2),
    );
    expect([store.pos.x[entity], store.pos.deep.y[entity]]).toEqual([1, 2]);
  });

  test.each([
    ['an object', { name: 'described' }],
    ['a function', () => undefined],
  ])('%s as a tag comes back', (_, tag) => {
    const world = createWorld();
    const entity = addEntity(world);
    addComponent(world, entity, tag);
    const state = cover(world, { Tag: tag });
    const snapshot = state.capture();
    expect(snapshot.components['Tag']!.data).toBeNull();
    removeComponent(world, entity, tag);
    state.restore(snapshot);
    expect(hasComponent(world, entity, tag)).toBe(true);
  });

  test('a relation brings its pairs back in their order, with what the pairs store', () => {
    const world = createWorld();
    const Item = {};
    const Near = createRelation({ store: () => ({ w: [] as number[] }) });
    const [a, b, c] = [0, 1, 2].map(() => addEntity(world, Item)) as [number, number, number];
    for (const target of [c, b]) {
      Near(target).w[a] = target * 10;
      addComponent(world, a, Near(target));
    }
    const state = cover(world, { Item, Near });
    const snapshot = structuredClone(state.capture());
    removeComponent(world, a, Near(c));
    addComponent(world, a, Near(a));
    Near(c).w[a] = 1;
    const restored = state.restore(snapshot);
    expect(getRelationTargets(world, a, Near)).toEqual([c, b]);
    expect(Near(c).w[a]).toBe(c * 10);
    expect(restored.written['Near']).toEqual([a]);
  });

  test('a store that the game has grown by replacing it is written where it is now', () => {
    const store = { x: new Float64Array(2) };
    const grow = (e: number) => {
      store.x = new Float64Array(100);
      store.x[e] = 9;
    };
    const { entity } = roundTrip(store, grow, (e) => (store.x[e] = 3));
    expect(store.x[entity]).toBe(3);
  });

  test('a store whose kind the game has changed since takes the values over', () => {
    const store: { x: Float64Array | number[] } = { x: new Float64Array(4) };
    const { entity } = roundTrip(
      store,
      () => (store.x = []),
      (e) => (store.x[e] = 3),
    );
    expect(store.x[entity]).toBe(3);
  });
});

describe('what is written', () => {
  test('only entities whose values differ are told, NaN and -0 told apart as JavaScript does', () => {
    const world = createWorld();
    const Item = { x: new Float64Array(10) };
    const [nan, zero, same, changed] = [0, 1, 2, 3].map(() => addEntity(world, Item)) as [
      number,
      number,
      number,
      number,
    ];
    Item.x.set([Number.NaN, 0, 5, 6], nan);
    const state = cover(world, { Item });
    const snapshot = state.capture();
    Item.x.set([Number.NaN, -0, 5, 7], nan);
    expect(state.restore(snapshot).written).toEqual({ Item: [zero, changed] });
    expect(Object.is(Item.x[zero], 0)).toBe(true);
    void same;
  });

  test('a restore over an unchanged world tells nothing', () => {
    const world = createWorld();
    const Item = { x: [] as number[] };
    addEntity(world, Item);
    const state = cover(world, { Item });
    expect(state.restore(state.capture())).toEqual({ created: [], removed: [], added: {}, dropped: {}, written: {} });
  });

  test('slots of entities that do not carry the component are left alone', () => {
    const world = createWorld();
    const Item = { x: new Float64Array(10) };
    addEntity(world, Item);
    const other = addEntity(world);
    Item.x[other] = 4;
    const state = cover(world, { Item });
    const snapshot = state.capture();
    Item.x[other] = 5;
    state.restore(snapshot);
    expect(Item.x[other]).toBe(5);
  });
});

describe('what cannot be covered', () => {
  const refused = (ref: unknown) => thrownBy(() => cover(createWorld(), { Item: ref as object }));

  test.each([
    ['a field named component', { component: [] }],
    ['a field named data', { data: [] }],
    ['a Map', new Map()],
    ['a Set', new Set()],
    ['a field that is a Map', { items: new Map() }],
    ['text', 'Item'],
    ['nothing', null],
    ['one pair of a relation', createRelation()(3)],
  ])('%s is refused when the suspension is created', (_, ref) => {
    expect(refused(ref)).toMatchObject({ code: 'COMPONENT_INVALID', message: expect.stringContaining('Item') });
  });

  test.each([
    ['a function', () => undefined],
    ['a symbol', Symbol('s')],
    ['an object of a class', new (class Vector {})()],
  ])('%s in a store is refused at capture, and its place is named', (_, value) => {
    const world = createWorld();
    const Item: unknown[] = [];
    const entity = addEntity(world, Item);
    Item[entity] = { deep: value };
    const error = thrownBy(() => cover(world, { Item }).capture());
    expect(error).toMatchObject({ code: 'COMPONENT_INVALID', message: expect.stringContaining(`Item[${entity}]`) });
  });

  test('a store that ends before an entity is refused at capture', () => {
    const world = createWorld();
    const Item = { deep: { x: new Float64Array(1) } };
    const entity = addEntity(world, Item);
    expect(thrownBy(() => cover(world, { Item }).capture())).toMatchObject({
      code: 'STORE_TOO_SHORT',
      details: { component: 'Item', field: 'deep.x', entity, length: 1 },
    });
  });

  test('a store that has become too short is refused before anything is changed', () => {
    const world = createWorld();
    const Item = { x: new Float64Array(8) };
    const entity = addEntity(world, Item);
    const state = cover(world, { Item });
    const snapshot = state.capture();
    removeComponent(world, entity, Item);
    Item.x = new Float64Array(1);
    expect(thrownBy(() => state.restore(snapshot))).toMatchObject({ code: 'STORE_TOO_SHORT' });
    expect(hasComponent(world, entity, Item)).toBe(false);
  });

  test('a target that no row covers is refused at capture', () => {
    const world = createWorld();
    const Item = {};
    const Near = createRelation();
    const subject = addEntity(world, Item);
    const target = addEntity(world);
    addComponent(world, subject, Near(target));
    expect(thrownBy(() => cover(world, { Item, Near }).capture())).toMatchObject({
      code: 'TARGET_NOT_COVERED',
      details: { relation: 'Near', target },
    });
  });
});
