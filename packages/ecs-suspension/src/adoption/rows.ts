import { conditionHolds } from './conditions.js';
import { ROW_FIELDS } from './definition.js';
import type { RowSet } from './document.js';
import type { Read } from './fields.js';
import { readFields } from './fields.js';
import type { Place } from './places.js';
import { readKeys } from './places.js';

export type Rows = { readonly [set in RowSet]: readonly Read[] };

/** Sets whose rows are named by id alone: by a reward's `source`, and by a game that asks for a row. */
const NAMED_BY_ID = /(items|boundaries)$/;

/** A row's conditions read nothing but the row. */
const NOTHING = { answers: {}, rows: {} };

/** Reads `rows`: every set there and an array, every row an object, every field as its set declares it. */
export function readRows(at: Place | undefined): Rows {
  const sets = Object.entries(ROW_FIELDS);
  const given =
    at &&
    readKeys(
      at,
      ['CONTRACT_ROWS_BINDING', 'CONTRACT_ROWS_BINDING', 'CONTRACT_ROWS_SHAPE'],
      sets.map(([set]) => set),
    );
  /** The set of each id so far, among those where it must be unique. */
  let owners: Map<unknown, string>;
  const named: typeof owners = new Map();
  const rows = sets.map(([set, fields]) => {
    owners = NAMED_BY_ID.test(set) ? named : new Map();
    const place = given?.get(set);
    if (place && place.kind !== 'array') place.wrong('CONTRACT_ROWS_SHAPE', 'array');
    const list = place?.kind === 'array' ? [...place.fields().values()] : [];
    return [
      set,
      list.map((row) => {
        const read = readFields(
          fields,
          row,
          ['CONTRACT_ROW_FIELD', 'CONTRACT_ROW_FIELD', 'CONTRACT_ROWS_SHAPE'],
          'CONTRACT_ROW_CHOICE',
          'CONTRACT_ROW_FIELD',
          (when, read) => conditionHolds(when, NOTHING, read),
        );
        const owner = owners.get(read['id']);
        if (read['id'] && owner) {
          const code = owner === set ? 'CONTRACT_ROW_FIELD' : 'DECLARATION_ROW_ID_REPEATED';
          row.fields().get('id')?.wrong(code, `no id of ${owner}`);
        } else owners.set(read['id'], set);
        return read;
      }),
    ];
  });
  return Object.fromEntries(rows) as Rows;
}
