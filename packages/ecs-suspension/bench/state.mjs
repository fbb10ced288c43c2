// Costs of covered state against the memory it moves. Build first: `npx tsc -b packages/ecs-suspension`.
import { addComponent, addEntity, createWorld, query, removeEntity } from 'bitecs';
import { createSnapshotDeserializer, createSnapshotSerializer, f64 } from 'bitecs/serialization';
import { createCoveredState } from '../dist/bitecs/covered-state.js';
import { createOwnEntities } from '../dist/bitecs/row-entities.js';

const sizes = process.argv.includes('--quick') ? [1_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000];

/** Median time of one call, in microseconds. */
function median(act, before = () => {}) {
  const times = [];
  const until = performance.now() + 400;
  for (let warm = 0; warm < 5; warm++) {
    before();
    act();
  }
  while (times.length < 9 || (performance.now() < until && times.length < 200)) {
    before();
    const from = performance.now();
    act();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] * 1000;
}

function build(size, every) {
  const world = createWorld();
  const Body = { x: new Float64Array(size * 2), y: new Float64Array(size * 2), z: new Float64Array(size * 2) };
  const Tag = {};
  const ids = [];
  for (let n = 0; n < size; n++) {
    const id = addEntity(world);
    if (n % every !== 0) continue;
    Body.x[id] = n;
    Body.y[id] = n / 3;
    Body.z[id] = -n;
    addComponent(world, id, Body);
    addComponent(world, id, Tag);
    ids.push(id);
  }
  query(world, [Body, Tag]);
  const rows = createOwnEntities(world);
  const scopes = [{ row: 'row', with: [] }];
  const components = new Map([
    ['Body', { ref: Body, scopes }],
    ['Tag', { ref: Tag, scopes }],
  ]);
  return { world, Body, Tag, ids, state: createCoveredState(world, { components, resources: new Map(), rows }) };
}

const table = [];
function line(what, size, ours, against, theirs) {
  table.push({
    what,
    N: size,
    'ours us': +ours.toFixed(1),
    against,
    'theirs us': +theirs.toFixed(1),
    ratio: +(ours / theirs).toFixed(2),
  });
}

for (const size of sizes) {
  {
    const { Body, state } = build(size, 1);
    const buffers = Object.values(Body).map(() => new Float64Array(size));
    const fields = Object.values(Body);
    const copy = median(() => {
      for (let at = 0; at < 3; at++) buffers[at].set(fields[at].subarray(1, size + 1));
    });
    const back = median(() => {
      for (let at = 0; at < 3; at++) fields[at].set(buffers[at], 1);
    });
    line(
      'snapshot, all ids',
      size,
      median(() => state.capture()),
      'set of the same bytes',
      copy,
    );
    const snapshot = state.capture();
    line(
      'restore, nothing changed',
      size,
      median(() => state.restore(snapshot)),
      'set back',
      back,
    );
    line(
      'restore, values changed',
      size,
      median(
        () => state.restore(snapshot),
        () => Body.x.fill(1),
      ),
      'set back',
      back,
    );
  }
  {
    const { Body, ids, state } = build(size, 10);
    const buffers = Object.values(Body).map(() => new Float64Array(ids.length));
    const fields = Object.values(Body);
    const list = Uint32Array.from(ids);
    const gather = median(() => {
      for (let at = 0; at < 3; at++) {
        const [to, from] = [buffers[at], fields[at]];
        for (let n = 0; n < list.length; n++) to[n] = from[list[n]];
      }
    });
    line(
      'snapshot, 10 % of ids',
      size,
      median(() => state.capture()),
      'gather loop',
      gather,
    );
  }
  {
    const { world, Body, Tag, ids, state } = build(size, 1);
    const snapshot = state.capture();
    const churn = () => {
      for (let n = 0; n < ids.length; n += 200) removeEntity(world, ids[n]);
      for (let n = 0; n < ids.length; n += 200) {
        const born = addEntity(world);
        addComponent(world, born, Body);
        addComponent(world, addEntity(world), Tag);
      }
    };
    const ours = median(() => state.restore(snapshot), churn);
    const tagged = { x: f64(Array.from({ length: size + 1 }, (_, n) => n)), y: f64([]), z: f64([]) };
    const other = createWorld();
    for (let n = 0; n < size; n++) {
      const id = addEntity(other);
      tagged.y[id] = n;
      tagged.z[id] = n;
      addComponent(other, id, tagged);
      addComponent(other, id, Tag);
    }
    const packet = createSnapshotSerializer(other, [tagged, Tag], new ArrayBuffer(size * 64 + 1000))();
    const same = new Map(Array.from({ length: size }, (_, n) => [n + 1, n + 1]));
    const read = createSnapshotDeserializer(other, [tagged, Tag]);
    line(
      'restore, 1 % gone or new',
      size,
      ours,
      'bitecs deserializer in place',
      median(() => read(packet, same)),
    );
    const load = median(() => {
      const fresh = createWorld();
      const components = new Map([
        ['Body', { ref: Body, scopes: [{ row: 'r', with: [] }] }],
        ['Tag', { ref: Tag, scopes: [{ row: 'r', with: [] }] }],
      ]);
      createCoveredState(fresh, { components, resources: new Map(), rows: createOwnEntities(fresh) }).load(snapshot);
    });
    const loadTheirs = median(() => {
      const fresh = createWorld();
      createSnapshotDeserializer(fresh, [tagged, Tag])(packet);
    });
    line('load into a new world', size, load, 'bitecs deserializer', loadTheirs);
  }
}
console.table(table);
