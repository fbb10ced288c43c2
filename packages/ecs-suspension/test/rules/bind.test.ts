import { describe, expect, test } from 'vitest';
import type { Tree } from './game.js';
import {
  adoptionWith,
  bind,
  catchUpBranch,
  display,
  findingsOf,
  Lamp,
  put,
  refusal,
  rulesOf,
  stateRule,
} from './game.js';

const FIXED = { components: { Lamp } };

describe('bindRules', () => {
  test('binds each row to its own rule objects, in row order', () => {
    const rules = rulesOf();
    const bound = bind(rules);
    expect(bound.clock).toEqual({ id: 'clock', rule: rules['time.clock'] });
    expect(bound.fixed[0]?.rule).toBe(rules['held.state']);
    expect(bound.catchUp.map(({ id }) => id)).toEqual(['stepped', 'derived', 'capped', 'coarse']);
    expect(bound.continuous[0]?.rule).toBe(rules['market.prices']);
    expect(bound.rollback).toEqual({ id: 'trusted', rule: rules['trusted.state'] });
    expect(bound.calendar[0]).toMatchObject({ boundary: rules['dawn.boundary'], settlement: rules['dawn.effect'] });
    expect(bound.rewards[0]).toMatchObject({
      reward: rules['chest.reward'],
      destination: rules['chest.purse'],
      claim: rules['chest.claim'],
      expiry: rules['chest.expires'],
    });
  });

  test('gives a catch-up row a rule for each choice that asks for one, and no other', () => {
    const rules = rulesOf();
    const [stepped, derived] = bind(rules).catchUp;
    const keyed = rules['stepped.rules'] as Tree;
    expect(stepped).toStrictEqual({
      id: 'stepped',
      state: rules['stepped.state'],
      amount: { branch: 'reduced', rule: keyed['amount-rule-declared-in'] },
      fidelity: { branch: 'every-missed-update' },
      limit: { branch: 'less-after-a-point', rule: keyed['limit-rule-declared-in'] },
    });
    expect(derived).toStrictEqual({
      id: 'derived',
      state: rules['derived.state'],
      amount: { branch: 'same-as-playing' },
      fidelity: { branch: 'one-derived-change', rule: rules['shared.change'] },
      limit: { branch: 'time-limit', rule: rules['derived.limit'] },
    });
  });

  test('binds the branches of a choice in their order, a catch-up branch as a row of its own', () => {
    const rules = rulesOf();
    const lit = catchUpBranch();
    put(rules, ['lamp.choice', 'branches', 'lit', 'catchUp'], lit);
    const [choice] = bind(rules).choices;
    expect(choice).toMatchObject({ id: 'lamp', selectedAt: 'return' });
    expect(choice?.branches).toStrictEqual([
      {
        kind: 'catch-up',
        name: 'lit',
        row: {
          id: 'lamp',
          branch: 'lit',
          state: lit['state'],
          amount: { branch: 'reduced', rule: lit['amount'] },
          fidelity: { branch: 'every-missed-update' },
          limit: { branch: 'time-limit', rule: lit['limit'] },
        },
      },
      { kind: 'fixed', name: 'dark', rule: FIXED },
    ]);
  });

  test("calls select on the rule itself, so that a rule may be an instance of the game's own", () => {
    class Choosing {
      readonly branches = { lit: { fixed: FIXED }, dark: { continuous: rulesOf()['market.prices'] } };
      readonly selectedAt = 'suspend';
      readonly name = 'dark';
      select(): string {
        return this.name;
      }
    }
    const [choice] = bind(put(rulesOf(), ['lamp.choice'], new Choosing())).choices;
    expect(choice?.select({})).toBe('dark');
    expect(choice?.branches.map(({ kind }) => kind)).toEqual(['fixed', 'continuous']);
  });

  test('lists everything that is missing at once, with address, row, field and duty', () => {
    const error = refusal({});
    expect(error.code).toBe('RULES_INCOMPLETE');
    // The change that two rows share is missing for each of them.
    expect(findingsOf(error)).toHaveLength(23);
    for (const { address, row, field, duty, problem } of findingsOf(error)) {
      expect(error.message).toContain(`- "${address}" (row "${row}", ${field}, ${duty} rule): ${problem}`);
      expect(problem).toMatch(/^must be an object with .*, but is missing/);
    }
    const [first] = findingsOf(error);
    expect(first).toEqual({
      address: 'time.clock',
      row: 'clock',
      field: 'clock-declared-in',
      duty: 'clock',
      problem: 'must be an object with reading, unit, sampled, now, but is missing',
    });
  });

  test('lists several faults of one rule, those of other rules and of the display in one error', () => {
    const rules = put(put(rulesOf(), ['time.clock', 'reading'], ''), ['time.clock', 'now'], undefined);
    const error = refusal(put(rules, ['chest.claim', 'event'], 5), adoptionWith(), {});
    expect(error.code).toBe('RULES_INCOMPLETE');
    expect(findingsOf(error).map(({ address, problem }) => `${address} ${problem}`)).toEqual([
      'time.clock reading must be a text that is not empty, but is ""',
      'time.clock now must be a function, but is missing',
      'chest.claim event must be a text that is not empty, but is 5',
    ]);
    expect(error.message).toContain('- display.notice must be a function');
    expect(error.message).toContain('- display.summary must be a function');
  });

  test('spells out no more than fifty faults, and has all of them in its details', () => {
    const stray = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`far-away-and-uncited.${i}`, {}]));
    const error = refusal({ ...rulesOf(), ...stray });
    expect(findingsOf(error)).toHaveLength(90);
    expect(error.message.split('\n')).toHaveLength(52);
    expect(error.message).toContain('and 40 more');
  });
});

describe('an address', () => {
  test('that nothing cites is a finding, which names the cited one that was meant', () => {
    const rules = rulesOf();
    rules['time.clokc'] = rules['time.clock'];
    delete rules['time.clock'];
    const stray = findingsOf(refusal(rules)).at(-1);
    expect(stray).toMatchObject({ address: 'time.clokc', row: '', field: '', duty: '' });
    expect(stray?.problem).toBe('no row cites it: did you mean "time.clock"?');
  });

  test.each([['weather.forecast-for-tomorrow'], ['xxxx.yyyyy']])(
    'that is like no cited one, as %s, is to be removed',
    (address) => {
      const [stray] = findingsOf(refusal({ ...rulesOf(), [address]: {} }));
      expect(stray?.problem).toBe('no row cites it: remove it');
    },
  );

  test('that several fields cite asks for rules keyed by field', () => {
    const error = refusal(put(rulesOf(), ['stepped.rules'], { afterMs: 1_000, amount: () => 0 }));
    const missing = findingsOf(error).filter(({ row }) => row === 'stepped');
    expect(missing.map(({ field }) => field)).toEqual(['amount-rule-declared-in', 'limit-rule-declared-in']);
    expect(missing[0]?.problem).toContain("key its rules by field, 'amount-rule-declared-in' here");
  });

  test('that several fields cite takes no key beyond them', () => {
    const [stray, ...more] = findingsOf(refusal(put(rulesOf(), ['stepped.rules', 'limit-rule-declared-inn'], {})));
    expect(more).toEqual([]);
    expect(stray).toMatchObject({ address: 'stepped.rules', field: 'limit-rule-declared-inn' });
    expect(stray?.problem).toContain('"limit-rule-declared-in"');
  });

  test('is the state of rows of one set only', () => {
    const adoption = adoptionWith((document) => {
      put(document, ['rows', 'continuous-items', '0', 'state-declared-in'], 'held.state');
    });
    const rules = put(rulesOf(), ['market.prices'], undefined);
    rules['held.state'] = { ...(rules['held.state'] as Tree), authority: 'a server', read: () => 0, apply: () => {} };
    const [clash, ...more] = findingsOf(refusal(rules, adoption));
    expect(more).toEqual([]);
    expect(clash).toMatchObject({ address: 'held.state', row: 'market', field: 'state-declared-in' });
    expect(clash?.problem).toContain('is the state of a fixed row already, "held"');
  });
});

describe('the display', () => {
  const answer = (question: string, option: string) =>
    adoptionWith((document) => put(document, ['answers', question], option));

  test.each([
    ['visible-before-resume', 'show'],
    ['return-summary', 'summary'],
    ['detailed-return-summary', 'summary'],
  ])('under %s needs %s', (option, method) => {
    const adoption = adoptionWith((document) => {
      put(document, ['answers', 'return-display'], option);
      put(document, ['answers', 'backward-clock-notice'], 'silent');
      // A claimed reward would ask for a summary by itself.
      put(document, ['rows', 'return-rewards', '0', 'delivery'], 'automatic');
      put(document, ['rows', 'return-rewards', '0', 'claim-declared-in'], undefined);
    });
    const rules = put(rulesOf(), ['chest.claim'], undefined);
    const error = refusal(rules, adoption, null);
    expect(error.code).toBe('DISPLAY_MISSING');
    expect(error.message).toContain(`display.${method} must be a function, as "${option}" asks, but is missing`);
    expect(error.details['display']).toHaveLength(1);
  });

  test('under explain needs notice', () => {
    const error = refusal(rulesOf(), adoptionWith(), { summary: display.summary });
    expect(error.code).toBe('DISPLAY_MISSING');
    expect(error.message).toContain('display.notice must be a function, as "explain" asks');
  });

  test('has no surface that is no function, asked for or not', () => {
    const error = refusal(rulesOf(), answer('backward-clock-notice', 'silent'), { ...display, show: 'yes' });
    expect(error.message).toContain('display.show must be a function, but is "yes"');
  });
});

test('A state without steps may be played by the game with no carry', () => {
  expect(() => bind(put(rulesOf(), ['derived.state'], { ...stateRule(), playedBy: 'game' }))).not.toThrow();
});
