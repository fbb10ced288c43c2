import { isCitation, isInjection, isName } from './citations.js';
import type { Code } from './codes.js';
import type { Condition, Fields } from './definition.js';
import type { Place } from './places.js';

/** Fields as read; `null` where one that should be there is missing or at fault. */
export interface Read {
  readonly [name: string]: string | null;
}

/** Codes for a field that is missing, one that is unknown or no string, one outside its choice, one that is forbidden. */
export type FieldCodes = readonly [missing: Code, unknown: Code, choice: Code, forbidden: Code];

/**
 * Reads answers or a row against what is declared.
 * A field whose condition hangs on one that is itself at fault is taken as it comes.
 *
 * @param holds - Tells whether a condition holds, given the fields read before.
 */
export function readFields(
  declared: Fields,
  at: Place,
  [missing, unknown, choice, forbidden]: FieldCodes,
  holds: (when: Condition, read: Read) => boolean,
): Read {
  const read: { [name: string]: string | null } = {};
  const given = at.fields();
  for (const [name, { options, when = {}, required, unique }] of Object.entries(declared)) {
    const field = given.get(name);
    const reasons = Object.entries(when.flag ?? when.row ?? when['row-count'] ?? {});
    const isOpen = required === false || reasons.some(([reason]) => read[reason] === null);
    if (isOpen || holds(when, read)) {
      const value = field?.value as string;
      if (field ? (options ? options.includes(value) : unique ? isName(value) : isCitation(value)) : isOpen) {
        if (field) read[name] = value;
        continue;
      }
      read[name] = null;
      const wanted = options ?? (unique ? 'an-id-like-this' : 'an address, a.b or file.md#anchor, without a colon');
      const grammar = unique ? 'CONTRACT_NAME_GRAMMAR' : 'CONTRACT_CITATION_GRAMMAR';
      if (field) field.wrong(field.kind !== 'string' ? unknown : options ? choice : grammar, wanted);
      else at.lacks(missing, `${name} (${wanted})`);
    } else {
      const why = reasons.map(([reason, values]) => ` unless ${reason} is ${values}`);
      field?.wrong(forbidden, `no ${name}${why}`, 'Remove it.');
    }
  }
  for (const [name, field] of given) {
    if (!Object.hasOwn(declared, name)) field.stray(unknown, Object.keys(declared));
    checkInjection(field);
  }
  return read;
}

/** Refuses what could break out of the text that a test is rendered into. */
export function checkInjection(at: Place): void {
  if (isInjection(at.value)) at.wrong('CONTRACT_INJECTION', 'text without {{, }} or ```');
}
