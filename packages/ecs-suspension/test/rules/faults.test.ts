import { expect, test } from 'vitest';
import { catchUpBranch, findingsOf, Lamp, put, refusal, rulesOf, stateRule } from './game.js';

/** What is put where, the row and field that tell it, and what they tell. */
type Fault = readonly [path: string, value: unknown, place: string, problem: string];

const ADDRESS: { readonly [address: string]: string } = {
  'time.clock': 'clock clock-declared-in',
  'held.state': 'held state-declared-in',
  'stepped.state': 'stepped state-declared-in',
  'capped.limit': 'capped limit-rule-declared-in',
  'derived.state': 'derived state-declared-in',
  'derived.limit': 'derived limit-rule-declared-in',
  'coarse.steps': 'coarse fidelity-rule-declared-in',
  'coarse.limit': 'coarse limit-rule-declared-in',
  'market.prices': 'market state-declared-in',
  'lamp.choice': 'lamp choice-declared-in',
  'chest.reward': 'chest reward-declared-in',
  'chest.purse': 'chest destination-declared-in',
  'chest.claim': 'chest claim-declared-in',
  'chest.expires': 'chest expires-declared-in',
  'dawn.boundary': 'dawn boundary-declared-in',
  'dawn.effect': 'dawn settlement-declared-in',
  'trusted.state': 'trusted trusted-state-declared-in',
};
const NAMED = Object.keys(ADDRESS);

/** Members that a rule cannot be without, each left out in its turn. */
const REQUIRED: { readonly [address: string]: string } = {
  'time.clock': 'reading unit sampled now',
  'held.state': 'components',
  'stepped.state': 'components unit ordinary amount apply level stepMs carry',
  'derived.limit': 'afterMs',
  'coarse.steps': 'steps distribute',
  'coarse.limit': 'afterMs amount',
  'capped.limit': 'ceiling inPlay',
  'market.prices': 'components authority read apply',
  'lamp.choice': 'branches select selectedAt',
  'chest.reward': 'source derives derive',
  'chest.purse': 'accepts offer',
  'chest.claim': 'event',
  'chest.expires': 'expires deadline',
  'dawn.boundary': 'calendar timeZone test skipped repeated crossings',
  'dawn.effect': 'effects settle',
  'trusted.state': 'trusted checkpoint',
};

const WRONG: readonly (readonly [path: string, value: unknown, expected: string])[] = [
  ['time.clock', 5, 'an object with reading, unit, sampled, now'],
  ['time.clock|reading', '  ', 'a text that is not empty'],
  ['time.clock|unit', 's', "'ms'"],
  ['time.clock|now', 1_000, 'a function'],
  ['time.clock|read', 1_000, 'a function'],
  ['time.clock|read', null, 'a function'],
  ['market.prices|whenUnavailable', '', "'wait' or 'keep-last'"],
  ['held.state|components', 'Lamp', 'an object of components by name'],
  ['held.state|components|Lamp', 'Lamp', 'a component'],
  ['held.state|components|Lamp', null, 'a component'],
  ['held.state|resources', [1], 'an object with get, set'],
  ['held.state|resources|seed|set', undefined, 'a function'],
  ['held.state|with', Lamp, 'a list of components'],
  ['held.state|with', [undefined], 'a component'],
  ['stepped.state|stepMs', 0, 'a whole number of ms above 0'],
  ['stepped.state|stepMs', 0.5, 'a whole number of ms above 0'],
  ['stepped.state|stepMs', Number.NaN, 'a whole number of ms above 0'],
  ['stepped.state|stepMs', '1000', 'a whole number of ms above 0'],
  ['stepped.state|playedBy', 'me', "'library' or 'game'"],
  ['stepped.state|carry', 5, 'an object with get, set'],
  ['stepped.state|carry|set', undefined, 'a function'],
  ['stepped.state|unit', '', 'a text that is not empty'],
  ['derived.state|stepMs', -1, 'a whole number of ms above 0'],
  ['derived.limit|afterMs', -1, 'a finite number of ms, 0 or more'],
  ['derived.limit|afterMs', Number.POSITIVE_INFINITY, 'a finite number of ms, 0 or more'],
  ['derived.limit|afterMs', '5', 'a finite number of ms, 0 or more'],
  ['capped.limit|ceiling', 5, 'a function'],
  ['capped.limit|inPlay', 'yes', 'true or false'],
  ['market.prices|whenUnavailable', 'guess', "'wait' or 'keep-last'"],
  ['chest.purse|components|Lamp', 5, 'a component'],
  ['dawn.boundary|inPlay', 1, 'true or false'],
  ['dawn.effect|resources', 'all', 'an object of { get, set } by name'],
  ['chest.reward|source', 'held', 'a catch-up, choice or calendar row (stepped, derived, capped, coarse, lamp, dawn)'],
  ['chest.reward|source', 'dusk', 'a catch-up, choice or calendar row'],
  ['lamp.choice|selectedAt', 'never', "'suspend' or 'return'"],
  ['lamp.choice|select', 'lit', 'a function'],
];

const split = (path: string): string[] => path.split('|');
const missing = Object.entries(REQUIRED).flatMap(([address, members]) =>
  members
    .split(' ')
    .map((member): Fault => [`${address}|${member}`, undefined, ADDRESS[address] ?? '', 'but is missing']),
);
const wrong = WRONG.map(
  ([path, value, expected]): Fault => [path, value, ADDRESS[split(path)[0] ?? ''] ?? '', `must be ${expected}`],
);

test.each([...missing, ...wrong])('%s as %j is told with its row and field: %s', (path, value, place, problem) => {
  const error = refusal(put(rulesOf(), split(path), value));
  const [finding, ...more] = findingsOf(error);
  expect(more).toEqual([]);
  const [address = '', ...members] = split(path);
  expect(`${finding?.row} ${finding?.field}`).toBe(place);
  expect(finding?.address).toBe(address);
  // An object that is wrong by what it holds is told at its member.
  expect(finding?.problem.startsWith(members.join('.'))).toBe(true);
  expect(finding?.problem).toContain(problem);
  for (const named of [address, finding?.row, finding?.field]) expect(error.message).toContain(named);
});

test('Every address of the game has a fault that is told', () => {
  expect(NAMED.filter((address) => !(address in REQUIRED))).toEqual(['derived.state']);
});

test('Amounts of a row are in the unit of its state', () => {
  const rules = put(rulesOf(), ['stepped.rules', 'amount-rule-declared-in', 'unit'], 'pounds');
  const [finding, ...more] = findingsOf(refusal(rules));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ address: 'stepped.rules', row: 'stepped', field: 'amount-rule-declared-in' });
  expect(finding?.problem).toBe('unit must be the unit of the row\'s state, "units", but is "pounds"');
});

test("A game that plays a row's steps itself hands over its carry", () => {
  const [finding] = findingsOf(
    refusal(put(rulesOf(), ['derived.state'], { ...stateRule(), stepMs: 5, playedBy: 'game' })),
  );
  expect(finding).toMatchObject({ row: 'derived', duty: 'catch-up' });
  expect(finding?.problem).toContain("carry must be an object with get, set beside playedBy: 'game' and stepMs");
});

const BRANCH: readonly (readonly [path: string, value: unknown, problem: string])[] = [
  ['state', undefined, 'lit.catchUp.state must be an object with components'],
  ['state|stepMs', undefined, 'lit.catchUp.state.stepMs must be a whole number of ms above 0, but is missing'],
  ['state|level', undefined, 'lit.catchUp.state.level must be a function'],
  ['away-amount', 'none', "lit.catchUp.away-amount must be 'same-as-playing' or 'reduced' or 'away-rule'"],
  ['away-amount', 'same-as-playing', 'lit.catchUp.amount is not used under same-as-playing'],
  ['away-amount', 'toString', 'lit.catchUp.away-amount must be'],
  ['amount', undefined, 'lit.catchUp.amount must be an object with amounts, unit, amount'],
  ['amount|unit', 'pounds', 'lit.catchUp.amount.unit must be the unit of the row\'s state, "units"'],
  ['catch-up-fidelity', 'larger-steps', 'lit.catchUp.fidelity must be an object with steps, distribute'],
  ['catch-up-fidelity', 'one-derived-change', 'lit.catchUp.fidelity must be an object with derives, derive'],
  ['away-limit', 'state-ceiling', 'lit.catchUp.limit.ceiling must be a function'],
  ['away-limit', 'less-after-a-point', 'lit.catchUp.limit.amount must be a function'],
  ['away-limit', 'whole-interval', 'lit.catchUp.limit is not used under whole-interval'],
  ['limit', undefined, 'lit.catchUp.limit must be an object with afterMs'],
];
test.each(BRANCH)('A catch-up branch with %s as %j is told: %s', (path, value, problem) => {
  const branch = put(catchUpBranch(), split(path), value);
  const found = findingsOf(refusal(put(rulesOf(), ['lamp.choice', 'branches', 'lit', 'catchUp'], branch)));
  expect(found[0]).toMatchObject({ address: 'lamp.choice', row: 'lamp', field: 'choice-declared-in', duty: 'choice' });
  expect(found.map((finding) => finding.problem).join('\n')).toContain(`branches.${problem}`);
});

test.each([
  [{}, 'must have one of fixed, catchUp, continuous, but has none'],
  [{ fixed: {}, continuous: {} }, 'must have one of fixed, catchUp, continuous, but has fixed and continuous'],
  [{ fixed: {} }, 'fixed.components must be an object of components by name'],
  [{ continuous: { components: {} } }, 'continuous.authority must be a text'],
  [{ catchUp: 5 }, 'catchUp must be an object with state'],
  [5, 'must have one of fixed, catchUp, continuous, but has none'],
])('A branch that is %j is told: %s', (branch, problem) => {
  const found = findingsOf(refusal(put(rulesOf(), ['lamp.choice', 'branches', 'dark'], branch)));
  expect(found.map((finding) => finding.problem).join('\n')).toMatch(new RegExp(`branches\\.dark[. ]${problem}`));
});

test.each([
  [5, 'must be two branches by name, but is 5'],
  [[], 'must be two branches by name, but there are 0'],
  [{ lit: { fixed: { components: { Lamp } } } }, 'must be two branches by name, but there are 1'],
])('Branches that are %j are told: %s', (branches, problem) => {
  const [finding, ...more] = findingsOf(refusal(put(rulesOf(), ['lamp.choice', 'branches'], branches)));
  expect(more).toEqual([]);
  expect(finding?.problem).toBe(`branches ${problem}`);
});

test('A third branch is told', () => {
  const dim = { fixed: { components: { Lamp } } };
  const [finding] = findingsOf(refusal(put(rulesOf(), ['lamp.choice', 'branches', 'dim'], dim)));
  expect(finding?.problem).toBe('branches must be two branches by name, but there are 3');
});
