/** One thing that is wrong with the rules handed over. */
export interface RuleFinding {
  readonly address: string;
  /** Row that cites it; empty for a rule that nothing cites. */
  readonly row: string;
  readonly field: string;
  /** Member of the rule, as a path; empty for the rule as a whole. */
  readonly duty: string;
  readonly problem: string;
}

/** What a member of a rule has to be. */
export type Kind =
  | 'text'
  | 'fn'
  | 'fn?'
  | 'ms'
  | 'ms?'
  | 'length'
  | 'boolean'
  | 'boolean?'
  | 'components'
  | 'components?'
  | 'resources?'
  | 'with?'
  | 'carry?'
  | readonly string[];
export type Duty = { readonly [member: string]: Kind };

const STATE: Duty = { components: 'components', resources: 'resources?' };
const CATCH_UP: Duty = {
  ...STATE,
  with: 'with?',
  unit: 'text',
  ordinary: 'text',
  amount: 'fn',
  apply: 'fn',
  level: 'fn',
  playedBy: ['library', 'game', ''],
  carry: 'carry?',
};

/** What each duty asks of a rule (design, section 5). */
export const DUTIES = {
  clock: { reading: 'text', unit: ['ms'], sampled: 'text', now: 'fn', read: 'fn?' },
  fixed: { ...STATE, with: 'with?' },
  'catch-up': { ...CATCH_UP, stepMs: 'ms?' },
  'every-missed-update': { ...CATCH_UP, stepMs: 'ms' },
  amount: { amounts: 'text', unit: 'text', amount: 'fn' },
  'larger-steps': { steps: 'text', distribute: 'fn' },
  'one-derived-change': { derives: 'text', derive: 'fn' },
  'time-limit': { afterMs: 'length' },
  'less-after-a-point': { afterMs: 'length', amount: 'fn' },
  'state-ceiling': { ceiling: 'fn', inPlay: 'boolean' },
  continuous: {
    ...STATE,
    with: 'with?',
    authority: 'text',
    read: 'fn',
    apply: 'fn',
    whenUnavailable: ['wait', 'keep-last', ''],
  },
  choice: { select: 'fn', selectedAt: ['suspend', 'return'] },
  reward: { source: 'text', derives: 'text', derive: 'fn' },
  destination: { accepts: 'text', offer: 'fn', components: 'components?', resources: 'resources?' },
  claim: { event: 'text' },
  expiry: { expires: 'text', deadline: 'fn' },
  boundary: {
    calendar: 'text',
    timeZone: 'text',
    test: 'text',
    skipped: 'text',
    repeated: 'text',
    crossings: 'fn',
    inPlay: 'boolean?',
  },
  settlement: { effects: 'text', settle: 'fn', components: 'components?', resources: 'resources?' },
  trusted: { trusted: 'text', checkpoint: 'fn' },
} as const satisfies { readonly [duty: string]: Duty };
export type DutyName = keyof typeof DUTIES;

/** Reads a member; an object that throws has none. */
export function member(value: unknown, name: string): unknown {
  try {
    return value === null || value === undefined ? undefined : (value as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Own names of an object; none of one that throws. */
export function names(value: unknown): readonly string[] {
  try {
    return isObject(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** What is wrong with a rule under a duty, as `[member, problem]`. */
export function dutyFaults(rule: unknown, duty: DutyName): readonly (readonly [string, string])[] {
  if (!isObject(rule)) return [['', `a rule was expected, ${shown(rule)} came`]];
  return Object.entries(DUTIES[duty] as Duty).flatMap(([name, kind]) => {
    const problem = kindFault(member(rule, name), kind);
    return problem === undefined ? [] : [[name, problem] as const];
  });
}

function kindFault(value: unknown, kind: Kind): string | undefined {
  const wanted = (what: string, ok: boolean): string | undefined =>
    ok ? undefined : `${what} was expected, ${shown(value)} came`;
  if (typeof kind !== 'string') {
    return wanted(kind.filter(Boolean).join(' or '), kind.includes((value ?? '') as string));
  }
  if (kind.endsWith('?') && value === undefined) return undefined;
  switch (kind) {
    case 'text':
      return wanted('a text that is not empty', typeof value === 'string' && value.trim() !== '');
    case 'fn':
    case 'fn?':
      return wanted('a function', typeof value === 'function');
    case 'ms':
    case 'ms?':
      return wanted('a whole number of ms above 0', Number.isSafeInteger(value) && (value as number) > 0);
    case 'length':
      return wanted('a finite number of ms, 0 or more', Number.isFinite(value) && (value as number) >= 0);
    case 'boolean':
    case 'boolean?':
      return wanted('true or false', typeof value === 'boolean');
    case 'components':
    case 'components?':
      return wanted(
        'an object of components by name',
        isObject(value) && names(value).every((name) => isObject(member(value, name))),
      );
    case 'with?':
      return wanted('a list of components', Array.isArray(value) && value.every(isObject));
    case 'resources?':
      return wanted(
        'an object of { get, set } by name',
        isObject(value) && names(value).every((name) => hasFunctions(member(value, name), ['get', 'set'])),
      );
    case 'carry?':
      return wanted('{ get, set }', hasFunctions(value, ['get', 'set']));
  }
}

function hasFunctions(value: unknown, wanted: readonly string[]): boolean {
  return wanted.every((name) => typeof member(value, name) === 'function');
}

/** A value as a message shows it, shortened. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (isObject(value)) return typeof value === 'function' ? 'a function' : 'an object';
  return value === undefined ? 'nothing' : String(value);
}
