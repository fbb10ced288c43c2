/** How far two numbers may lie apart and still count as one: sums of a game's own amounts may round. Readings may not. */
const RELATIVE = 1e-9;

const near = (a: number, b: number): boolean =>
  Object.is(a, b) ||
  (!(Number.isInteger(a) && Number.isInteger(b)) &&
    Math.abs(a - b) <= RELATIVE * Math.max(1, Math.abs(a), Math.abs(b)));

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  if (value instanceof Map) return [...value].map(([key, held]) => [String(key), held] as const);
  if (value instanceof Set) return [...value].map((held, i) => [String(i), held] as const);
  return Object.entries(value);
}

/**
 * Where two values differ first, as a path; `undefined` where they are one. Numbers are compared within rounding,
 * typed arrays and lists by place, objects by their own names.
 */
export function difference(a: unknown, b: unknown, path = ''): string | undefined {
  if (typeof a === 'number' && typeof b === 'number') return near(a, b) ? undefined : path;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return Object.is(a, b) ? undefined : path;
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return path;
  const left = entriesOf(a).filter(([, value]) => value !== undefined);
  const right = new Map(entriesOf(b).filter(([, value]) => value !== undefined));
  for (const [name, value] of left) {
    const at = path === '' ? name : `${path}.${name}`;
    if (!right.has(name)) return at;
    const inner = difference(value, right.get(name), at);
    if (inner !== undefined) return inner;
  }
  const extra = [...right.keys()].find((name) => !left.some(([known]) => known === name));
  return extra === undefined ? undefined : path === '' ? extra : `${path}.${extra}`;
}

export function equal(a: unknown, b: unknown): boolean {
  return difference(a, b) === undefined;
}

/** A value as a message shows it, on one line and shortened. */
export function shown(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, (_, held: unknown) => (ArrayBuffer.isView(held) ? [...(held as never)] : held));
  } catch {
    text = undefined;
  }
  const said = text ?? String(value);
  return said.length > 160 ? `${said.slice(0, 157)}...` : said;
}
