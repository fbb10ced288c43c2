import type { Check, Checks, Tell } from './checks.js';
import {
  each,
  isBoolean,
  isComponent,
  isFunction,
  isList,
  isObject,
  isText,
  join,
  must,
  namesOf,
  oneOf,
  peek,
  shape,
  shown,
} from './checks.js';

export type DutyName =
  | 'clock'
  | 'fixed'
  | 'catch-up'
  | 'catch-up-in-steps'
  | 'amount'
  | 'larger-steps'
  | 'one-derived-change'
  | 'time-limit'
  | 'less-after-a-point'
  | 'state-ceiling'
  | 'continuous'
  | 'choice'
  | 'reward'
  | 'destination'
  | 'claim'
  | 'expiry'
  | 'boundary'
  | 'settlement'
  | 'trusted';

/** What a choice of a catch-up item asks for beside the state; `undefined`: nothing. */
interface Asked {
  /** Field of a row, and of a choice's branch, that has the option. */
  readonly field: 'away-amount' | 'catch-up-fidelity' | 'away-limit';
  readonly duties: { readonly [option: string]: DutyName | undefined };
}

/** The three choices of a catch-up item, by the name that a rule of each has in a choice's branch. */
export const ASKED: { readonly [rule in 'amount' | 'fidelity' | 'limit']: Asked } = {
  amount: {
    field: 'away-amount',
    duties: { 'same-as-playing': undefined, reduced: 'amount', 'away-rule': 'amount' },
  },
  fidelity: {
    field: 'catch-up-fidelity',
    duties: {
      'every-missed-update': undefined,
      'larger-steps': 'larger-steps',
      'one-derived-change': 'one-derived-change',
    },
  },
  limit: {
    field: 'away-limit',
    duties: {
      'whole-interval': undefined,
      'time-limit': 'time-limit',
      'less-after-a-point': 'less-after-a-point',
      'state-ceiling': 'state-ceiling',
    },
  },
};

const length = must('a finite number of ms, 0 or more', (value) => Number.isFinite(value) && Number(value) >= 0);
const stepLength = must(
  'a whole number of ms above 0',
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
);
const accessors = shape({ get: isFunction, set: isFunction });
const components = each('an object of components by name', isComponent);
const resources = each('an object of { get, set } by name', accessors);
const written: Checks = { components, resources };
const beside: Checks = { resources, with: each('a list of components', isComponent, isList) };

const catchUp: Checks = {
  components,
  unit: isText,
  ordinary: isText,
  amount: isFunction,
  apply: isFunction,
  level: isFunction,
};
const played: Checks = { ...beside, playedBy: oneOf('library', 'game'), carry: accessors };

/** The game's own systems go in steps: the part of a step that has passed is in its hands. */
function handsOver(check: Check): Check {
  return (rule, path, tell) => {
    check(rule, path, tell);
    if (peek(rule, 'playedBy') !== 'game' || peek(rule, 'stepMs') === undefined) return;
    if (peek(rule, 'carry') === undefined) {
      tell(join(path, 'carry'), "must be an object with get, set beside playedBy: 'game' and stepMs, but is missing");
    }
  };
}

/** Amounts of one row are in one unit. */
export function tellUnits(state: unknown, amount: unknown, path: string, tell: Tell): void {
  const [unit, other] = [peek(state, 'unit'), peek(amount, 'unit')];
  // A unit that is no text at all is told by its own check.
  if ([unit, other].every((text) => typeof text === 'string' && text.trim()) && unit !== other) {
    tell(join(path, 'unit'), `must be the unit of the row's state, ${JSON.stringify(unit)}, but ${shown(other)}`);
  }
}

const catchUpBehaviour: Check = (branch, path, tell) => {
  if (!isObject(branch)) return shape({ state: catchUpBehaviour })(branch, path, tell);
  const steps = peek(branch, 'catch-up-fidelity') === 'every-missed-update';
  const state = peek(branch, 'state');
  DUTIES[steps ? 'catch-up-in-steps' : 'catch-up'](state, join(path, 'state'), tell);
  for (const [name, { field, duties }] of Object.entries(ASKED)) {
    const option = peek(branch, field);
    const rule = peek(branch, name);
    oneOf(...Object.keys(duties))(option, join(path, field), tell);
    if (typeof option !== 'string' || !Object.hasOwn(duties, option)) continue;
    const duty = duties[option];
    if (duty) DUTIES[duty](rule, join(path, name), tell);
    else if (rule !== undefined) tell(join(path, name), `is not used under ${option}: remove it, or choose otherwise`);
  }
  tellUnits(state, peek(branch, 'amount'), join(path, 'amount'), tell);
};

const behaviour: Check = (branch, path, tell) => {
  const kinds = BEHAVIOURS.filter((kind) => peek(branch, kind) !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    return tell(path, `must have one of ${BEHAVIOURS.join(', ')}, but has ${kinds.join(' and ') || 'none'}`);
  }
  const check = kind === 'catchUp' ? catchUpBehaviour : DUTIES[kind];
  check(peek(branch, kind), join(path, kind), tell);
};

/** The kinds of behaviour that a branch of a choice may have. */
export const BEHAVIOURS = ['fixed', 'catchUp', 'continuous'] as const;

const branches: Check = (value, path, tell) => {
  const { length: count } = namesOf(value);
  if (isObject(value) && count !== 2) tell(path, `must be two branches by name, but there are ${count}`);
  each('two branches by name', behaviour)(value, path, tell);
};

/** What each duty asks of a rule. */
export const DUTIES: { readonly [duty in DutyName]: Check } = {
  clock: shape({ reading: isText, unit: oneOf('ms'), sampled: isText, now: isFunction }, { read: isFunction }),
  fixed: shape({ components }, beside),
  'catch-up': handsOver(shape(catchUp, { ...played, stepMs: stepLength })),
  'catch-up-in-steps': handsOver(shape({ ...catchUp, stepMs: stepLength }, played)),
  amount: shape({ amounts: isText, unit: isText, amount: isFunction }),
  'larger-steps': shape({ steps: isText, distribute: isFunction }),
  'one-derived-change': shape({ derives: isText, derive: isFunction }),
  'time-limit': shape({ afterMs: length }),
  'less-after-a-point': shape({ afterMs: length, amount: isFunction }),
  'state-ceiling': shape({ ceiling: isFunction, inPlay: isBoolean }),
  continuous: shape(
    { components, authority: isText, read: isFunction, apply: isFunction },
    { ...beside, whenUnavailable: oneOf('wait', 'keep-last') },
  ),
  choice: shape({ branches, select: isFunction, selectedAt: oneOf('suspend', 'return') }),
  reward: shape({ source: isText, derives: isText, derive: isFunction }),
  destination: shape({ accepts: isText, offer: isFunction }, written),
  claim: shape({ event: isText }),
  expiry: shape({ expires: isText, deadline: isFunction }),
  boundary: shape(
    { calendar: isText, timeZone: isText, test: isText, skipped: isText, repeated: isText, crossings: isFunction },
    { inPlay: isBoolean },
  ),
  settlement: shape({ effects: isText, settle: isFunction }, written),
  trusted: shape({ trusted: isText, checkpoint: isFunction }),
};
