import type { Json } from './documents.js';
import { PACK_1, PACK_2 } from './documents.js';

/** A second, plain reading of the rules for the designer's part alone; it shares nothing with the library. */

const isPlain = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const name = (value: unknown): boolean => typeof value === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value);
const clean = (value: unknown): boolean =>
  typeof value === 'string' && !['{{', '}}', '```'].some((x) => value.includes(x));

function cited(value: unknown): boolean {
  if (typeof value !== 'string' || !clean(value) || /[:\s]/.test(value)) return false;
  const parts = value.split('#');
  if (parts.length === 2) return /.\.md$/.test(parts[0] as string) && parts[1] !== '';
  const segments = value.split('.');
  return parts.length === 1 && segments.length > 1 && segments.every((one) => /^\w+(-\w+)*$/.test(one));
}

const CITATIONS: { readonly [set: string]: readonly string[] } = {
  clock: ['clock-declared-in'],
  'fixed-items': ['state-declared-in'],
  'catch-up-items': ['state-declared-in'],
  'continuous-items': ['state-declared-in'],
  'choice-items': ['choice-declared-in'],
  'return-rewards': ['reward-declared-in', 'destination-declared-in'],
  'calendar-boundaries': ['boundary-declared-in', 'settlement-declared-in'],
  'rollback-rules': ['trusted-state-declared-in'],
};
/** Choice, the option that needs no citation, those that do, and the citation. */
const CHOICES: { readonly [set: string]: readonly (readonly [string, string, string, string])[] } = {
  'catch-up-items': [
    ['away-amount', 'same-as-playing', 'reduced away-rule', 'amount-rule-declared-in'],
    ['catch-up-fidelity', 'every-missed-update', 'larger-steps one-derived-change', 'fidelity-rule-declared-in'],
    ['away-limit', 'whole-interval', 'time-limit less-after-a-point state-ceiling', 'limit-rule-declared-in'],
  ],
  'return-rewards': [['delivery', 'automatic', 'player-claims', 'claim-declared-in']],
};

function isRow(set: string, row: unknown): boolean {
  if (!isPlain(row) || !name(row['id'])) return false;
  const seen = new Set(['id']);
  const cite = (field: string): boolean => Boolean(seen.add(field)) && cited(row[field]);
  for (const field of CITATIONS[set] ?? []) if (!cite(field)) return false;
  for (const [choice, free, bound, field] of CHOICES[set] ?? []) {
    seen.add(choice);
    const option = row[choice];
    if (option === free) continue;
    if (typeof option !== 'string' || !bound.split(' ').includes(option) || !cite(field)) return false;
  }
  if (set === 'return-rewards' && 'expires-declared-in' in row && !cite('expires-declared-in')) return false;
  return Object.keys(row).every((key) => key.startsWith('_') || seen.has(key));
}

export function isValidPart(document: unknown, id: unknown): boolean {
  if (!name(id) || !isPlain(document)) return false;
  const { contract, version, pack, answers, values = {}, rows, verification = {}, origin = '', ...more } = document;
  if (Object.keys(more).some((key) => !key.startsWith('_'))) return false;
  if (contract !== 'suspension-and-catch-up' || typeof origin !== 'string') return false;
  if (!(version === 1 && pack === PACK_1) && !(version === 2 && pack === PACK_2)) return false;
  if (!isPlain(answers) || !isPlain(values) || !isPlain(rows) || !isPlain(verification)) return false;
  if (Object.keys(values).some((key) => !key.startsWith('_'))) return false;
  const named = new Set<string>();
  for (const set of Object.keys(CITATIONS)) {
    const list = rows[set];
    if (!Array.isArray(list) || !list.every((row) => isRow(set, row))) return false;
    const ids = list.map((row) => row.id as string);
    if (new Set(ids).size !== ids.length) return false;
    if (['clock', 'return-rewards', 'rollback-rules'].includes(set)) continue;
    if (ids.some((one) => named.has(one))) return false;
    for (const one of ids) named.add(one);
  }
  if (Object.keys(rows).some((key) => !key.startsWith('_') && !Object.hasOwn(CITATIONS, key))) return false;
  if (rows['clock'].length > 1) return false;

  const asked = [
    'while-in-the-background:counts-as-away keeps-playing waits-until-closed',
    'return-display:state-only visible-before-resume return-summary detailed-return-summary',
  ];
  const device = rows['clock'].length > 0 && answers['clock-source'] === 'device-clock';
  if (rows['clock'].length > 0) asked.push('clock-source:device-clock protected-clock');
  if (device) {
    asked.push('backward-clock-anchor:suspension-snapshot last-trusted-checkpoint keep-return-state');
    asked.push('backward-clock-notice:silent explain');
  }
  if (rows['calendar-boundaries'].length > 0) {
    asked.push('crossed-calendar-boundaries:every-crossing-in-order latest-crossing-only one-combined-crossing');
  }
  for (const entry of asked) {
    const [question = '', options = ''] = entry.split(':');
    if (!options.split(' ').includes(String(answers[question])) || typeof answers[question] !== 'string') return false;
  }
  const known =
    /^(while-in-the-background|return-display|clock-source|backward-clock-(anchor|notice)|crossed-calendar-boundaries|_.*)$/s;
  if (!Object.keys(answers).every((key) => known.test(key))) return false;
  if (!Object.entries(answers).every(([key, one]) => key.startsWith('_') || typeof one !== 'string' || clean(one)))
    return false;
  const trusted = device && answers['backward-clock-anchor'] === 'last-trusted-checkpoint';
  if (rows['rollback-rules'].length !== (trusted ? 1 : 0)) return false;
  const claims = rows['return-rewards'].some((row: Json) => row['delivery'] === 'player-claims');
  return !claims || /^(detailed-)?return-summary$/.test(answers['return-display']);
}
