/** Takes one fault: where in the rule, as a path, and what is wrong there. */
export type Tell = (path: string, problem: string) => void;
/** Looks at a value that stands at `path` and tells its faults. Never throws, whatever the value. */
export type Check = (value: unknown, path: string, tell: Tell) => void;
export interface Checks {
  readonly [member: string]: Check;
}

/** Stands for a member whose getter or proxy throws: no check accepts it, and nothing else is it. */
const UNREADABLE = Symbol('unreadable');

/** Reads a member once, without ever throwing. */
export function peek(value: unknown, name: string): unknown {
  try {
    return (value as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return UNREADABLE;
  }
}

/** Own names of an object; none where it has none or throws. */
export function namesOf(value: unknown): readonly string[] {
  try {
    return isObject(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** A value as a message shows it, shortened. */
export function shown(value: unknown): string {
  if (value === UNREADABLE) return 'throws when it is read';
  if (value === undefined) return 'is missing';
  if (typeof value === 'string') return `is ${JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)}`;
  return `is ${isObject(value) ? (typeof value === 'function' ? 'a function' : 'an object') : String(value)}`;
}

export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

export function must(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, path, tell) => {
    if (!holds(value)) tell(path, `must be ${expected}, but ${shown(value)}`);
  };
}

/** `Array.isArray` throws for a revoked proxy. */
export function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

export const isFunction: Check = must('a function', (value) => typeof value === 'function');
export const isText: Check = must('a text that is not empty', (value) => typeof value === 'string' && !!value.trim());
export const isBoolean: Check = must('true or false', (value) => typeof value === 'boolean');
export const isComponent: Check = must('a component, so an object or a function', isObject);

export function oneOf(...options: readonly string[]): Check {
  const listed = options.map((option) => `'${option}'`).join(' or ');
  return must(listed, (value) => options.includes(value as string));
}

/** An object, or what `holds` asks for, whose every member passes. */
export function each(expected: string, check: Check, holds: (value: unknown) => boolean = isObject): Check {
  return (value, path, tell) => {
    must(expected, holds)(value, path, tell);
    for (const name of namesOf(value)) check(peek(value, name), join(path, name), tell);
  };
}

/** An object with these members; those of `may` may be left out, and others are its own affair. */
export function shape(needs: Checks, may: Checks = {}): Check {
  const expected = `an object with ${Object.keys(needs).join(', ')}`;
  return (value, path, tell) => {
    if (!isObject(value)) return must(expected, isObject)(value, path, tell);
    for (const name of Object.keys(needs)) needs[name]?.(peek(value, name), join(path, name), tell);
    for (const name of Object.keys(may)) {
      const member = peek(value, name);
      if (member !== undefined) may[name]?.(member, join(path, name), tell);
    }
  };
}
