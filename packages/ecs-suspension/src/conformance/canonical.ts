import { typeMistake } from '../errors.js';

/** Half of a surrogate pair: no text that JSON in UTF-8 can hold. */
const LONE = /\p{Surrogate}/u;

/**
 * Canonical JSON (RFC 8785): names in order of their UTF-16 units, no space, numbers and texts as `JSON.stringify` has
 * them. Members that are `undefined` are left out.
 *
 * @throws TypeError for a value that JSON cannot hold.
 *
 * @example
 * canonicalJson({ b: 1, a: [true, null] })
 * // -> '{"a":[true,null],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && !LONE.test(value)) return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    // The default order of sort() is that of UTF-16 units.
    const names = members.map(([name]) => name).sort();
    const byName = new Map(members);
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(byName.get(name))}`).join(',')}}`;
  }
  throw typeMistake('OPTION_INVALID', `canonicalJson takes what JSON can hold, but it met ${String(value)}.`);
}
