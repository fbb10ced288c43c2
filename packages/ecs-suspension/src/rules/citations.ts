import type { ReadAdoption, RowSet } from '../adoption/document.js';
import type { DutyName } from './duty-checks.js';
import { ASKED } from './duty-checks.js';

/** One citation of an adoption, and the duty that its field and the row's choices give. */
export interface Citation {
  readonly address: string;
  readonly set: RowSet;
  readonly row: string;
  readonly field: string;
  readonly duty: DutyName;
}

const STATES: { readonly [set in RowSet]?: DutyName } = {
  'fixed-items': 'fixed',
  'catch-up-items': 'catch-up',
  'continuous-items': 'continuous',
};
const FIELDS: { readonly [field: string]: DutyName } = {
  'clock-declared-in': 'clock',
  'choice-declared-in': 'choice',
  'reward-declared-in': 'reward',
  'destination-declared-in': 'destination',
  'claim-declared-in': 'claim',
  'expires-declared-in': 'expiry',
  'boundary-declared-in': 'boundary',
  'settlement-declared-in': 'settlement',
  'trusted-state-declared-in': 'trusted',
};

type Row = { readonly id: string } & { readonly [field: string]: string | undefined };

function dutyOf(set: RowSet, row: Row, field: string): DutyName | undefined {
  if (field !== 'state-declared-in') {
    const asked = ASKED[field.replace('-rule-declared-in', '') as keyof typeof ASKED];
    return asked ? asked.duties[row[asked.field] ?? ''] : FIELDS[field];
  }
  return row['catch-up-fidelity'] === 'every-missed-update' ? 'catch-up-in-steps' : STATES[set];
}

/** Every citation, by row set, row and field. */
export function citationsOf({ rows }: ReadAdoption): readonly Citation[] {
  return (Object.keys(rows) as RowSet[]).flatMap((set) =>
    (rows[set] as readonly unknown[] as readonly Row[]).flatMap((row) =>
      Object.keys(row).flatMap((field): readonly Citation[] => {
        const address = row[field];
        const duty = dutyOf(set, row, field);
        return address !== undefined && duty ? [{ address, set, row: row.id, field, duty }] : [];
      }),
    ),
  );
}
