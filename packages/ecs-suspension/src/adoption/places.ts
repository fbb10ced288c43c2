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
  wrong(code: Code, expected: Expected, remedy?: string, came?: unknown): void;
  /** Something should be in here and is not. */
  lacks(code: Code, expected: Expected): void;
  /** The key that leads here is unknown. */
  stray(code: Code, known: Expected): void;
}

/** Longest piece of the input that a message repeats; a pack hash fits. */
const SHOWN = 80;

function kindOf(value: unknown): string {
  try {
    if (Array.isArray(value)) return 'array';
  } catch {
    // A revoked proxy: reading its keys reports it.
  }
  return value === null ? 'null' : typeof value;
}

function show(value: unknown): string {
  const kind = kindOf(value);
  if (kind === 'string') return JSON.stringify((value as string).slice(0, SHOWN));
  return /^[nub]/.test(kind) ? String(value).slice(0, SHOWN) : kind;
}

/** Opens a document. `findings` gives all of them in document order, a place before what is in it. */
export function openDocument(document: unknown): { readonly root: Place; findings(): readonly Finding[] } {
  const list: { readonly order: string; readonly finding: Finding }[] = [];

  // `order` has two characters a level, the index in it: comparing two of them compares two places.
  const open = (value: unknown, key: string, pointer: string, order: string): Place => {
    const add = (code: Code, expected: Expected, came: string, remedy: string): void => {
      const wanted = typeof expected === 'string' ? expected : `one of ${expected.join(', ')}`;
      const severity = /NOT_ASKED|ABSENT/.test(code) ? 'warning' : 'error';
      list.push({
        order,
        finding: { code, severity, pointer, message: `Expected ${wanted}, got ${came}. ${remedy}` },
      });
    };
    let places: Map<string, Place> | undefined;
    const kind = kindOf(value);
    const place: Place = {
      value,
      kind,
      wrong: (code, expected, remedy = 'Change it.', came = value) => add(code, expected, show(came), remedy),
      lacks: (code, expected) => add(code, expected, 'nothing', 'Add it.'),
      stray: (code, known) => add(code, known, show(key), 'Remove it.'),
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
