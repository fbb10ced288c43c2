import { isCitation, isName } from './citations.js';
import type { Code } from './codes.js';
import type { Condition, Fields } from './definition.js';
import type { KeyCodes, Place } from './places.js';
import { readKeys } from './places.js';

/** Fields as read; `null` where one that should be there is missing or at fault. */
export interface Read {
  readonly [name: string]: string | null;
}

/**
 * Reads answers or a row against what is declared.
 * A field whose condition hangs on one that is itself at fault is taken as it comes.
 *
 * @param choice - Code for a string that is none of its options.
 * @param unlike - Code for a value that is no string.
 * @param holds - Tells whether a condition holds, given the fields read before.
 */
export function readFields(
  declared: Fields,
  at: Place,
  codes: KeyCodes,
  choice: Code,
  unlike: Code,
  holds: (when: Condition, read: Read) => boolean,
): Read {
  const read: { [name: string]: string | null } = {};
  const needed: string[] = [];
  const open: string[] = [];
  for (const [name, { options, when = {}, required, unique }] of Object.entries(declared)) {
    const place = at.fields().get(name);
    if (required === false || Object.keys(when.flag ?? when.row ?? {}).some((reason) => read[reason] === null)) {
      open.push(name);
    } else if (holds(when, read)) {
      needed.push(name);
      read[name] = null;
    } else continue;
    const value = place?.value as string;
    if (options ? options.includes(value) : unique ? isName(value) : isCitation(value)) read[name] = value;
    else if (place?.kind !== 'string') place?.wrong(unlike, options ?? 'string');
    else if (options) place.wrong(choice, options);
    else if (unique) place.wrong('CONTRACT_NAME_GRAMMAR', 'an-id-like-this');
    else place.wrong('CONTRACT_CITATION_GRAMMAR', ['a.b', 'file.md#anchor']);
  }
  for (const place of readKeys(at, codes, needed, open).values()) checkInjection(place);
  return read;
}

/** Refuses what could break out of the text that a test is rendered into. */
export function checkInjection(at: Place): void {
  if (at.kind === 'string' && /\{\{|\}\}|```/.test(at.value as string))
    at.wrong('CONTRACT_INJECTION', 'no {{, }} or ```');
}
