import { hashValue } from './hash.js';
import type { SavedRecord } from './record.js';
import { RECORD_FORMAT } from './record.js';

export type RecordFaultKind = 'damaged' | 'unknown-format' | 'other-adoption' | 'no-reading';

/** Why a stored value is no record for this game. */
export interface RecordFault {
  readonly kind: RecordFaultKind;
  /** What was expected and what came. */
  readonly problem: string;
}

/** What a record is read for. What is left out is not looked at. */
export interface ExpectedRecord {
  /** The suspension's id. */
  readonly adoption?: string;
  /** Whether the adoption has a clock row, so that state without a reading is worthless. */
  readonly clock?: boolean;
}

/**
 * Adds the checksum that makes a record one whole.
 *
 * @throws SuspensionError `STATE_UNSTORABLE` for cyclic data and for what no storage can keep, naming its path.
 */
export function sealRecord(record: Omit<SavedRecord, 'check'>): SavedRecord {
  const { check: _, ...rest } = record as SavedRecord;
  return { ...rest, check: hashValue(rest) };
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isReading: Test = (value) => value === null || Number.isFinite(value);
const isIds: Test = (value) => value instanceof Uint32Array;
const isDictionary: Test = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

const isNullOr =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const isEvery =
  (test: Test): Test =>
  (value) =>
    isDictionary(value) && Object.values(value as object).every(test);
const isList =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const isShape =
  (shape: { readonly [field: string]: Test }): Test =>
  (value) =>
    isDictionary(value) &&
    Object.entries(shape).every(([field, test]) => test((value as Record<string, unknown>)[field]));

const STATUSES: readonly unknown[] = ['pending', 'accepted', 'expired'];

const FIELDS: { readonly [field in Exclude<keyof SavedRecord, 'format' | 'check'>]-?: readonly [Test, string] } = {
  adoption: [isText, 'a text'],
  contract: [isText, 'a text'],
  version: [isCount, 'a whole number'],
  pack: [isText, 'a text'],
  sequence: [isCount, 'a whole number'],
  anchorMs: [isReading, 'null or a finite number'],
  readingMs: [isReading, 'null or a finite number'],
  interval: [
    isNullOr(
      isShape({
        sampledMs: isReading,
        startMs: isReading,
        kind: (value) => value === 'background' || value === 'close',
      }),
    ),
    'null or { sampledMs, startMs, kind }',
  ],
  entities: [
    isShape({ covered: isIds, dense: isIds, aliveCount: isCount, maxId: isCount }),
    'an entity index { covered, dense, aliveCount, maxId, orders }',
  ],
  components: [isEvery(isShape({ members: isIds })), 'components by name, each { members, data }'],
  resources: [isDictionary, 'resources by name'],
  carries: [isEvery(Number.isFinite as Test), 'a finite number for each row'],
  choices: [isEvery(isText), 'a text for each row'],
  rewards: [
    isList(
      isShape({
        id: isText,
        row: isText,
        createdMs: Number.isFinite as Test,
        deadlineMs: (value) => value === undefined || Number.isFinite(value),
        status: (value) => STATUSES.includes(value),
      }),
    ),
    'a list of rewards { id, row, payload, createdMs, deadlineMs?, status }',
  ],
  settledTo: [(value) => value === undefined || Number.isFinite(value), 'a finite number, or nothing'],
};

function described(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value);
}

/**
 * Looks a stored value over: its format, every field's shape, the checksum, and whether it is this game's.
 * Never throws, whatever the value.
 *
 * @returns `undefined` where the value is a {@link SavedRecord} that checks out.
 */
export function recordFault(value: unknown, expected: ExpectedRecord = {}): RecordFault | undefined {
  if (!isDictionary(value)) return { kind: 'damaged', problem: `a record was expected, ${described(value)} came` };
  const record = value as SavedRecord;
  if (record.format !== RECORD_FORMAT) {
    return Number.isFinite(record.format)
      ? { kind: 'unknown-format', problem: `format ${RECORD_FORMAT} was expected, ${record.format} came` }
      : { kind: 'damaged', problem: `a format number was expected, ${described(record.format)} came` };
  }
  for (const [field, [test, wanted]] of Object.entries(FIELDS)) {
    const found = record[field as keyof SavedRecord];
    if (!test(found)) return { kind: 'damaged', problem: `${field}: ${wanted} was expected, ${described(found)} came` };
  }
  const check = checkOf(record);
  if (check !== record.check) {
    return { kind: 'damaged', problem: `check ${check} was expected, ${described(record.check)} came` };
  }
  if (expected.adoption !== undefined && record.adoption !== expected.adoption) {
    const problem = `a record of ${described(expected.adoption)} was expected, one of ${described(record.adoption)} came`;
    return { kind: 'other-adoption', problem };
  }
  if (expected.clock === true && (record.readingMs === null || record.anchorMs === null)) {
    const problem = `readingMs and anchorMs were expected beside the state, ${record.readingMs} and ${record.anchorMs} came`;
    return { kind: 'no-reading', problem };
  }
  return undefined;
}

/**
 * What keeps a value from being a snapshot of `capture()`: most often that it went through JSON, which keeps no
 * TypedArrays. `undefined` where it is one.
 */
export function snapshotProblem(value: unknown): string | undefined {
  if (!isDictionary(value)) return `a snapshot of capture() was expected, ${described(value)} came`;
  for (const field of ['entities', 'components', 'resources', 'carries', 'choices'] as const) {
    const [test, wanted] = FIELDS[field];
    const found = (value as Record<string, unknown>)[field];
    if (!test(found)) {
      return `${field}: ${wanted}, as capture() gave it, was expected, ${described(found)} came. A snapshot keeps its TypedArrays through structuredClone and IndexedDB, not through JSON`;
    }
  }
  return undefined;
}

function checkOf(record: SavedRecord): string {
  const { check: _, ...rest } = record;
  try {
    return hashValue(rest);
  } catch {
    return 'none';
  }
}
