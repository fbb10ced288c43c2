import { isName } from './citations.js';
import { CONTRACT, PACKS, QUESTIONS, ROW_FIELDS } from './definition.js';
import { checkInjection } from './fields.js';
import type { KeyCodes, Place } from './places.js';
import { readKeys } from './places.js';

const KEYS = ['contract', 'version', 'pack', 'answers', 'rows'];
const DEFINITION = ['summary', 'mechanism', 'questions', 'declares'];
const CODES: KeyCodes = ['CONTRACT_ENVELOPE_REQUIRED', 'CONTRACT_ENVELOPE_UNKNOWN', 'CONTRACT_ENVELOPE_TYPE'];

const KINDS = { summary: 'string', origin: 'string', mechanism: 'array', verification: 'object' };

/** Checks a document's keys, and all of it but the answers and the rows. */
export function checkEnvelope(root: Place): void {
  const isWhole = DEFINITION.some((key) => root.fields().has(key));
  const required = isWhole ? [...KEYS, 'values', ...DEFINITION] : KEYS;
  const given = readKeys(root, CODES, required, ['values', 'verification', 'origin']);
  if (isWhole && !given.has('origin')) root.lacks('CONTRACT_ORIGIN_ABSENT', 'origin');

  const [contract, version, pack] = KEYS.map((key) => given.get(key));
  if (contract && contract.value !== CONTRACT) {
    const isGrammatical = contract.kind !== 'string' || isName(contract.value);
    contract.wrong(isGrammatical ? 'CONTRACT_ENVELOPE_TYPE' : 'CONTRACT_NAME_GRAMMAR', CONTRACT);
  }
  const known = version?.kind === 'number' ? PACKS[version.value as number] : undefined;
  if (!known) version?.wrong('CONTRACT_ENVELOPE_TYPE', Object.keys(PACKS));
  const packs = known ? [known] : Object.values(PACKS);
  if (pack && !packs.includes(pack.value as string)) {
    pack.wrong(pack.kind === 'string' ? 'CONTRACT_PACK_HASH' : 'CONTRACT_ENVELOPE_TYPE', packs);
  }
  for (const [key, kind] of Object.entries(KINDS)) {
    const place = given.get(key);
    if (place && place.kind !== kind) place.wrong('CONTRACT_ENVELOPE_TYPE', kind);
  }
  const values = given.get('values');
  if (values) readKeys(values, ['CONTRACT_VALUE_UNKNOWN', 'CONTRACT_VALUE_UNKNOWN', 'CONTRACT_ENVELOPE_TYPE'], []);
  checkTexts(given.get('verification'), new Set());
  compare(QUESTIONS, given.get('questions'));
  const sets = Object.entries(ROW_FIELDS).map(([set, record]) => [set, { record }]);
  compare({ values: {}, rows: Object.fromEntries(sets) }, given.get('declares'));
}

/** Looks for what a test must not be rendered with. */
function checkTexts(at: Place | undefined, seen: Set<unknown>): void {
  if (!at || seen.has(at.value)) return;
  seen.add(at.value);
  checkInjection(at);
  for (const part of at.fields().values()) checkTexts(part, seen);
}

/**
 * Compares a part of the definition with ours. A list stands for an array of its names or an object with them as keys.
 * Only objects and arrays have ids: any other key of the document holds wording, or says how a field is written.
 */
function compare(form: unknown, at: Place | undefined): void {
  if (!at) return;
  const given = at.fields();
  if (Array.isArray(form)) {
    const names = at.kind === 'array' ? [...given.values()].map(({ value }) => value) : [...given.keys()];
    if (`${names.sort()}` !== `${[...form].sort()}`) at.wrong('CONTRACT_ENVELOPE_TYPE', form.join(', '));
  } else if (typeof form !== 'object') {
    if (at.value !== form) at.wrong('CONTRACT_ENVELOPE_TYPE', `${form}`);
  } else {
    const words = [...given.keys()].filter((key) => !/^[ao]/.test(given.get(key)?.kind ?? ''));
    readKeys(at, CODES, Object.keys(form ?? {}), words);
    for (const [key, part] of Object.entries(form ?? {})) compare(part, given.get(key));
  }
}
