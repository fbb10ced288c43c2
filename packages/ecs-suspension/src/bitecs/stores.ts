import { SuspensionError } from '../errors.js';
import type { ComponentRef } from '../rules/duties.js';
import type { TypedArray } from './values.js';
import { copyValue, isSame, isTypedArray } from './values.js';

/** Where a store belongs to, for messages. */
export interface Place {
  readonly component: string;
  /** Dotted path of the field; empty for a store that is an array itself. */
  readonly field: string;
}

type Column = TypedArray | unknown[];
/** Contents of stores for a list of entities: a column, columns by field, or `null` where there is no data. */
export type StoreData = Column | { readonly [field: string]: StoreData } | null;

/** Runs shorter than this on average are as fast one by one. */
const SHORTEST_RUN = 24;

/** Ascending ids, and how to walk them: as runs of consecutive ids where these are long. */
export interface Walk {
  readonly ids: Uint32Array;
  /** Start and length of each run, in turn. */
  readonly runs: Uint32Array | undefined;
}

export function walkOf(ids: Uint32Array): Walk {
  const { length } = ids;
  if (length === 0) return { ids, runs: undefined };
  const first = ids[0]!;
  if (ids[length - 1]! - first === length - 1) return { ids, runs: Uint32Array.of(first, length) };
  let count = 1;
  for (let at = 1; at < length; at++) if (ids[at]! !== ids[at - 1]! + 1) count++;
  if (length / count < SHORTEST_RUN) return { ids, runs: undefined };
  const runs = new Uint32Array(count * 2);
  let run = -2;
  for (let at = 0; at < length; at++) {
    if (at === 0 || ids[at]! !== ids[at - 1]! + 1) {
      run += 2;
      runs[run] = ids[at]!;
    }
    runs[run + 1]!++;
  }
  return { ids, runs };
}

function isColumn(value: unknown): value is Column {
  return isTypedArray(value) || Array.isArray(value);
}

/** Fields of a component that hold data by entity; anything else beside them is not ours. */
function fieldsOf(store: object): readonly (readonly [string, object])[] {
  return Object.entries(store).filter(
    (entry): entry is [string, object] =>
      typeof entry[1] === 'object' && entry[1] !== null && (isColumn(entry[1]) || isNested(entry[1])),
  );
}

function isNested(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

const under = ({ component, field }: Place, name: string): Place => ({
  component,
  field: field ? `${field}.${name}` : name,
});
const nameOf = ({ component, field }: Place): string => (field ? `${component}.${field}` : component);

/**
 * Checks that a component can be saved.
 *
 * @throws SuspensionError `COMPONENT_INVALID`.
 */
export function checkStore(ref: ComponentRef, place: Place, above: readonly object[] = []): void {
  const refuse = (what: string, remedy: string): never => {
    throw new SuspensionError('COMPONENT_INVALID', `Component ${nameOf(place)} cannot be covered: ${what}. ${remedy}`, {
      details: { ...place },
    });
  };
  if ((typeof ref !== 'object' && typeof ref !== 'function') || ref === null) {
    refuse(`it is ${String(ref)}, and a component is an object, an array or a function`, 'Name the component itself.');
  }
  if (above.length === 0) {
    for (const trap of ['component', 'data']) {
      if (trap in ref) refuse(`bitecs takes a field named "${trap}" for its own`, 'Give the field another name.');
    }
  }
  if (above.includes(ref)) refuse('it contains itself', 'Keep a component a tree of stores.');
  if (ref instanceof Map || ref instanceof Set || ref instanceof WeakMap) {
    refuse('a Map or a Set is no store that a save could tell by entity', 'Use an array indexed by entity.');
  }
  if (isColumn(ref)) return;
  for (const [name, field] of Object.entries(ref)) {
    if (typeof field === 'object' && field !== null && !(field instanceof DataView)) {
      if (isColumn(field) || isNested(field) || field instanceof Map || field instanceof Set) {
        checkStore(field, under(place, name), [...above, ref]);
      }
    }
  }
}

/**
 * Checks that every typed store reaches up to an entity's id: a write beyond its end is lost without a word.
 *
 * @throws SuspensionError `STORE_TOO_SHORT`.
 */
export function checkLength(store: object, last: number | undefined, place: Place): void {
  if (last === undefined) return;
  if (isTypedArray(store)) {
    if (last < store.length) return;
    throw new SuspensionError(
      'STORE_TOO_SHORT',
      `The store ${nameOf(place)} has ${store.length} places, but entity ${last} carries ${place.component}. ` +
        `Make it at least ${last + 1} long before that entity is spawned or loaded.`,
      { details: { ...place, entity: last, length: store.length } },
    );
  }
  if (Array.isArray(store)) return;
  for (const [name, field] of fieldsOf(store)) checkLength(field, last, under(place, name));
}

/** Copies what a component's stores hold for these entities. */
export function gather(store: object, walk: Walk, place: Place): StoreData {
  if (isTypedArray(store)) return gatherTyped(store, walk);
  if (Array.isArray(store)) return gatherPlain(store, walk, place);
  const fields = fieldsOf(store);
  if (fields.length === 0) return null;
  return Object.fromEntries(fields.map(([name, field]) => [name, gather(field, walk, under(place, name))]));
}

function gatherTyped(store: TypedArray, { ids, runs }: Walk): TypedArray {
  if (runs?.length === 2) return store.slice(runs[0]!, runs[0]! + runs[1]!);
  const column = new (store.constructor as new (length: number) => TypedArray)(ids.length);
  if (runs) {
    let to = 0;
    for (let run = 0; run < runs.length; run += 2) {
      column.set(store.subarray(runs[run]!, runs[run]! + runs[run + 1]!) as never, to);
      to += runs[run + 1]!;
    }
  } else for (let at = 0; at < ids.length; at++) column[at] = store[ids[at]!]!;
  return column;
}

function gatherPlain(store: readonly unknown[], { ids }: Walk, place: Place): unknown[] {
  const column: unknown[] = new Array(ids.length);
  let seen: Map<object, unknown> | undefined;
  for (let at = 0; at < ids.length; at++) {
    const value = store[ids[at]!];
    if (typeof value === 'number' || typeof value === 'string') column[at] = value;
    else {
      seen ??= new Map();
      column[at] = copyValue(value, () => `${nameOf(place)}[${ids[at]}]`, seen);
    }
  }
  return column;
}

/** Places in `walk.ids` whose values differed. */
export type Marks = Uint8Array;

/**
 * Puts saved values back where they differ.
 *
 * @param marks - Set to 1 at the place of each entity that was written.
 * @returns How many values were written.
 */
export function scatter(store: object, data: StoreData | undefined, walk: Walk, marks: Marks, place: Place): number {
  if (data === null || data === undefined) return 0;
  if (isColumn(store)) {
    if (!isColumn(data)) return 0;
    if (isTypedArray(store)) {
      if (isTypedArray(data) && data.constructor === store.constructor) {
        return walk.runs ? writeRuns(store, data, walk.runs, marks) : writeTyped(store, data, walk.ids, marks);
      }
      return writeConverted(store, data, walk.ids, marks);
    }
    return writePlain(store, data, walk.ids, marks, place);
  }
  if (isColumn(data)) return 0;
  let written = 0;
  for (const [name, field] of fieldsOf(store)) written += scatter(field, data[name], walk, marks, under(place, name));
  return written;
}

function writeRuns(store: TypedArray, data: TypedArray, runs: Uint32Array, marks: Marks): number {
  let written = 0;
  let from = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const start = runs[run]!;
    const length = runs[run + 1]!;
    const here = markDifferent(store, data, start, from, length, marks);
    if (here > 0) store.set(data.subarray(from, from + length) as never, start);
    written += here;
    from += length;
  }
  return written;
}

function markDifferent(
  store: TypedArray,
  data: TypedArray,
  start: number,
  from: number,
  length: number,
  marks: Marks,
): number {
  let different = 0;
  for (let at = 0; at < length; at++) {
    const now = store[start + at];
    const saved = data[from + at];
    if (isSameElement(now, saved)) continue;
    marks[from + at] = 1;
    different++;
  }
  return different;
}

/** `Object.is`, with the common case first: a restore asks this of every value. */
function isSameElement(now: number | bigint | undefined, saved: number | bigint | undefined): boolean {
  return now === saved ? now !== 0 || Object.is(now, saved) : Number.isNaN(now) && Number.isNaN(saved);
}

function writeTyped(store: TypedArray, data: TypedArray, ids: Uint32Array, marks: Marks): number {
  let written = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!;
    const now = store[id];
    const saved = data[at];
    if (isSameElement(now, saved)) continue;
    store[id] = saved!;
    marks[at] = 1;
    written++;
  }
  return written;
}

/** The game has changed the kind of its store since the save. */
function writeConverted(store: TypedArray, data: Column, ids: Uint32Array, marks: Marks): number {
  const big = store instanceof BigInt64Array || store instanceof BigUint64Array;
  let written = 0;
  for (let at = 0; at < ids.length; at++) {
    const saved = data[at];
    if (typeof saved !== 'number' && typeof saved !== 'bigint') continue;
    const before = store[ids[at]!];
    store[ids[at]!] = (big ? BigInt(typeof saved === 'number' ? Math.trunc(saved) : saved) : Number(saved)) as never;
    if (Object.is(before, store[ids[at]!])) continue;
    marks[at] = 1;
    written++;
  }
  return written;
}

function writePlain(store: unknown[], data: Column, ids: Uint32Array, marks: Marks, place: Place): number {
  let written = 0;
  let seen: Map<object, unknown> | undefined;
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!;
    const saved: unknown = data[at];
    if (isSame(store[id], saved)) continue;
    seen ??= new Map();
    store[id] = copyValue(saved, () => `${nameOf(place)}[${id}]`, seen);
    marks[at] = 1;
    written++;
  }
  return written;
}
