import { conditionHolds } from './conditions.js';
import type { Condition } from './definition.js';
import { ROW_FIELDS } from './definition.js';
import type { RowSet } from './document.js';
import type { FieldCodes, Read } from './fields.js';
import { readFields } from './fields.js';
import type { Place } from './places.js';

export type Rows = { readonly [set in RowSet]: readonly Read[] };

const CODES: FieldCodes = ['CONTRACT_ROW_FIELD', 'CONTRACT_ROW_FIELD', 'CONTRACT_ROW_CHOICE', 'CONTRACT_ROW_FIELD'];

/** Sets whose rows are named by id alone: by a reward's `source`, and by a game that asks for a row. */
const NAMED_BY_ID = /(items|boundaries)$/;

/** A row's conditions read nothing but the row. */
const NOTHING = { answers: {}, rows: {} };

/** Reads `rows`: every set there and an array, every row an object, every field as its set declares it. */
export function readRows(at: Place | undefined): Rows {
  const given = at?.kind === 'object' ? at.fields() : undefined;
  if (!given) at?.wrong('CONTRACT_ROWS_SHAPE', 'object');
  for (const [set, place] of given ?? []) {
    if (!Object.hasOwn(ROW_FIELDS, set)) place.stray('CONTRACT_ROWS_BINDING', Object.keys(ROW_FIELDS));
  }
  const named = new Map<unknown, string>();
  return Object.fromEntries(
    Object.keys(ROW_FIELDS).map((set) => {
      const place = given?.get(set);
      if (given && !place) at?.lacks('CONTRACT_ROWS_BINDING', `${set}, [] if need be`);
      return [set, place ? readSet(set, place, NAMED_BY_ID.test(set) ? named : new Map()) : []];
    }),
  ) as Rows;
}

/** @param owners - The set of each id so far, among those where it must be unique. */
function readSet(set: string, at: Place, owners: Map<unknown, string>): readonly Read[] {
  if (at.kind !== 'array') {
    at.wrong('CONTRACT_ROWS_SHAPE', 'array');
    return [];
  }
  return [...at.fields().values()].map((place) => {
    if (place.kind !== 'object') {
      place.wrong('CONTRACT_ROWS_SHAPE', 'a row');
      return {};
    }
    const holds = (when: Condition, read: Read): boolean => conditionHolds(when, NOTHING, read);
    const row = readFields(ROW_FIELDS[set as RowSet], place, CODES, holds);
    const id = row['id'];
    const owner = owners.get(id);
    if (id && owner) {
      const code = owner === set ? 'CONTRACT_ROW_FIELD' : 'DECLARATION_ROW_ID_REPEATED';
      place.fields().get('id')?.wrong(code, `an id not in ${owner}`);
    } else owners.set(id, set);
    return row;
  });
}
