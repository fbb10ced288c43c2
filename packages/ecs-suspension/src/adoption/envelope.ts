import { isName } from './citations.js';
import { CONTRACT, PACKS, QUESTIONS, ROW_FIELDS } from './definition.js';
import { checkInjection } from './fields.js';
import type { Place } from './places.js';

/** Kinds by key; rows and the definition are looked at more closely, and say so themselves. */
const KINDS: { readonly [key: string]: string | undefined } = {
  contract: 'string',
  version: 'number',
  pack: 'string',
  answers: 'object',
  rows: undefined,
  values: 'object',
  summary: 'string',
  mechanism: 'array',
  questions: undefined,
  declares: undefined,
  origin: 'string',
  verification: 'object',
};
const KEYS = Object.keys(KINDS);

/** Checks a document's keys, and all of it but the answers and the rows. */
export function checkEnvelope(root: Place): void {
  const given = root.fields();
  const isWhole = KEYS.slice(6, 10).some((key) => given.has(key));
  for (const key of KEYS.slice(0, isWhole ? 10 : 5)) {
    if (!given.has(key)) root.lacks('CONTRACT_ENVELOPE_REQUIRED', key);
  }
  if (isWhole && !given.has('origin')) root.lacks('CONTRACT_ORIGIN_ABSENT', 'origin');
  for (const [key, place] of given) {
    const kind = KINDS[key];
    if (!KEYS.includes(key)) place.stray('CONTRACT_ENVELOPE_UNKNOWN', KEYS);
    else if (kind && kind !== place.kind) place.wrong('CONTRACT_ENVELOPE_TYPE', kind);
  }

  const [contract, version, pack] = KEYS.map((key) => given.get(key));
  if (contract?.kind === 'string' && contract.value !== CONTRACT) {
    contract.wrong(isName(contract.value) ? 'CONTRACT_ENVELOPE_TYPE' : 'CONTRACT_NAME_GRAMMAR', CONTRACT);
  }
  const known = PACKS[version?.value as number];
  if (version?.kind === 'number' && !known) version.wrong('CONTRACT_ENVELOPE_TYPE', Object.keys(PACKS));
  const packs = known ? [known] : Object.values(PACKS);
  if (pack?.kind === 'string' && !packs.includes(pack.value as string)) pack.wrong('CONTRACT_PACK_HASH', packs);

  compare(QUESTIONS, given.get('questions'));
  const sets = Object.entries(ROW_FIELDS).map(([set, record]) => [set, { record }]);
  compare({ values: {}, rows: Object.fromEntries(sets) }, given.get('declares'));
  for (const value of given.get('values')?.fields().values() ?? []) value.stray('CONTRACT_VALUE_UNKNOWN', 'no values');
  checkTexts(given.get('verification'), new Set());
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
  } else if (at.kind !== 'object') at.wrong('CONTRACT_ENVELOPE_TYPE', 'object');
  else {
    const ours = form as { readonly [key: string]: unknown };
    for (const key of Object.keys(ours)) {
      if (!given.has(key)) at.lacks('CONTRACT_ENVELOPE_REQUIRED', key);
      compare(ours[key], given.get(key));
    }
    for (const [key, place] of given) {
      if (!Object.hasOwn(ours, key) && /^[ao]/.test(place.kind))
        place.stray('CONTRACT_ENVELOPE_UNKNOWN', Object.keys(ours));
    }
  }
}
