import type { Code } from './codes.js';
import type { Finding } from './document.js';

/** What was expected; a list stands for one of it. */
export type Expected = string | readonly string[];

/** A value of the document and where it stands: reads it, and takes findings about it. */
export interface Place {
  readonly value: unknown;
  /** One of the six kinds of JSON, or another `typeof`. */
  readonly kind: string;
  /**
   * Places by key, or by index in an array; annotations and `undefined` are left out.
   * Each is read once, and nothing below it, so that a cyclic or endlessly nested input costs no more than another.
   * What cannot be read becomes a finding.
   */
  fields(): ReadonlyMap<string, Place>;
  /** Something else should stand here. */
  wrong(code: Code, expected: Expected, came?: unknown): void;
  /** Something should be in here and is not. */
  lacks(code: Code, expected: Expected): void;
  /** Nothing should stand here under this key. */
  stray(code: Code, expected: Expected): void;
}

function kindOf(value: unknown): string {
  try {
    if (Array.isArray(value)) return 'array';
  } catch {
    // A revoked proxy: reading its keys reports it.
  }
  return value === null ? 'null' : typeof value;
}

/** Long text is cut, a pack hash fits. Nothing of an object is called. */
function show(value: unknown): string {
  const kind = kindOf(value);
  return kind === 'string'
    ? JSON.stringify(`${value}`.slice(0, 80))
    : /^[nub]/.test(kind)
      ? `${value}`.slice(0, 80)
      : kind;
}

/** Codes for a key that is missing, one that should not be there, and a value that is no object. */
export type KeyCodes = readonly [missing: Code, stray: Code | ((key: string) => Code), type: Code];

/** The places of an object that must have all the required keys, may have the optional ones, and no others. */
export function readKeys(
  at: Place,
  [missing, stray, type]: KeyCodes,
  required: readonly string[],
  optional: readonly string[] = [],
): ReadonlyMap<string, Place> {
  const given = at.fields();
  const known = [...required, ...optional];
  if (at.kind !== 'object') at.wrong(type, 'object');
  else for (const key of required) given.has(key) || at.lacks(missing, key);
  for (const [key, place] of given) {
    if (!known.includes(key)) place.stray(typeof stray === 'string' ? stray : stray(key), known[0] ? known : 'no keys');
  }
  return given;
}

/** Opens a document. `findings` gives all of them in document order, a place before what is in it. */
export function openDocument(document: unknown): { readonly root: Place; findings(): readonly Finding[] } {
  const list: { readonly order: string; readonly finding: Finding }[] = [];

  // `order` has two characters a level, the index in it: comparing two of them compares two places.
  const open = (value: unknown, key: string, pointer: string, order: string): Place => {
    const add = (code: Code, expected: Expected, came: string, remedy: string): void => {
      const severity = /NOT_ASKED|ABSENT/.test(code) ? 'warning' : 'error';
      list.push({
        order,
        finding: {
          code,
          severity,
          pointer,
          message: `Expected ${[expected].flat().join(' or ')}, got ${came}. ${remedy} it.`,
        },
      });
    };
    let places: Map<string, Place> | undefined;
    const kind = kindOf(value);
    const place: Place = {
      value,
      kind,
      wrong: (code, expected, came = value) => add(code, expected, show(came), 'Change'),
      lacks: (code, expected) => add(code, expected, 'nothing', 'Add'),
      stray: (code, expected) => add(code, expected, show(key), 'Remove'),
      fields() {
        if (places) return places;
        places = new Map();
        if (kind !== 'object' && kind !== 'array') return places;
        try {
          for (const [index, name] of Object.keys(value as object).entries()) {
            if (name[0] === '_') continue;
            const at = `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
            const deeper = order + String.fromCharCode(index / 65_536, index);
            try {
              const field = (value as { readonly [name: string]: unknown })[name];
              if (field !== undefined || kind === 'array') places.set(name, open(field, name, at, deeper));
            } catch {
              open(undefined, name, at, deeper).wrong(UNREADABLE, PARSED);
            }
          }
        } catch {
          place.wrong(UNREADABLE, PARSED);
        }
        return places;
      },
    };
    return place;
  };

  return {
    root: open(document, '', '#', ''),
    findings: () => list.sort((a, b) => (a.order < b.order ? -1 : +(a.order > b.order))).map(({ finding }) => finding),
  };
}

const UNREADABLE = 'CONTRACT_INSTANCE_JSON';
/** What a document is to be. */
export const PARSED = 'what JSON.parse gives';
