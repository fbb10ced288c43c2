import type { Adoption } from '../../src/index.js';
import type { Tuning } from './sample-game.js';

/** An adoption under test, with the game it is played by. */
export interface Sample {
  readonly id: string;
  readonly adoption: Adoption;
  readonly tuning?: Tuning;
}

const PACK = 'sha256:d1ec8edb7c86cda9f923cacba4a1d4a0c6c4af5ee4302842865d39636cd8a81d';

interface Item {
  readonly amount?: string;
  readonly fidelity?: string;
  readonly limit?: string;
}
interface Parts {
  readonly background?: string;
  readonly display?: string;
  /** `none`, `protected-clock`, or a device clock with its anchor and notice. */
  readonly clock?: string;
  readonly anchor?: string;
  readonly notice?: string;
  readonly calendar?: string;
  readonly items?: readonly Item[];
  readonly fixed?: number;
  readonly continuous?: number;
  readonly choices?: number;
  readonly boundaries?: number;
  /** Delivery of each reward, `*` behind it for one that expires. */
  readonly rewards?: readonly string[];
}

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i + 1));

/** Builds an adoption from its choices; ids and addresses follow from the places. */
export function adoptionFrom(parts: Parts): Adoption {
  const { clock = 'protected-clock', items = [{}], boundaries = 0, rewards = [] } = parts;
  const isDevice = clock === 'device-clock';
  const trusted = isDevice && parts.anchor === 'last-trusted-checkpoint';
  return {
    contract: 'suspension-and-catch-up',
    version: 1,
    pack: PACK,
    answers: {
      'while-in-the-background': parts.background ?? 'counts-as-away',
      'return-display': parts.display ?? 'state-only',
      ...(clock !== 'none' && { 'clock-source': clock }),
      ...(isDevice && {
        'backward-clock-anchor': parts.anchor ?? 'suspension-snapshot',
        'backward-clock-notice': parts.notice ?? 'silent',
      }),
      ...(boundaries > 0 && { 'crossed-calendar-boundaries': parts.calendar ?? 'every-crossing-in-order' }),
    },
    values: {},
    rows: {
      clock: clock === 'none' ? [] : [{ id: 'the-clock', 'clock-declared-in': 'time.clock' }],
      'fixed-items': times(parts.fixed ?? 0, (n) => ({ id: `fixed-${n}`, 'state-declared-in': `fixed.n${n}` })),
      'catch-up-items': items.map(
        ({ amount = 'same-as-playing', fidelity = 'every-missed-update', limit = 'whole-interval' }, i) => ({
          id: `item-${i + 1}`,
          'state-declared-in': `items.n${i + 1}`,
          'away-amount': amount,
          ...(amount !== 'same-as-playing' && { 'amount-rule-declared-in': `amounts.n${i + 1}` }),
          'catch-up-fidelity': fidelity,
          ...(fidelity !== 'every-missed-update' && { 'fidelity-rule-declared-in': `fidelity.n${i + 1}` }),
          'away-limit': limit,
          ...(limit !== 'whole-interval' && { 'limit-rule-declared-in': `limits.n${i + 1}` }),
        }),
      ),
      'continuous-items': times(parts.continuous ?? 0, (n) => ({
        id: `skill-${n}`,
        'state-declared-in': `skills.n${n}`,
      })),
      'choice-items': times(parts.choices ?? 0, (n) => ({ id: `mode-${n}`, 'choice-declared-in': `modes.n${n}` })),
      'return-rewards': rewards.map((reward, i) => ({
        id: `gift-${i + 1}`,
        'reward-declared-in': `gifts.n${i + 1}`,
        'destination-declared-in': `purses.n${i + 1}`,
        delivery: reward.replace('*', ''),
        ...(reward.startsWith('player') && { 'claim-declared-in': `claims.n${i + 1}` }),
        ...(reward.endsWith('*') && { 'expires-declared-in': `expiries.n${i + 1}` }),
      })),
      'calendar-boundaries': times(boundaries, (n) => ({
        id: `day-${n}`,
        'boundary-declared-in': `days.n${n}`,
        'settlement-declared-in': `effects.n${n}`,
      })),
      'rollback-rules': trusted ? [{ id: 'trusted', 'trusted-state-declared-in': 'trusted.state' }] : [],
    },
  };
}

const AMOUNTS = ['same-as-playing', 'reduced', 'away-rule'];
const LIMITS = ['whole-interval', 'time-limit', 'less-after-a-point', 'state-ceiling'];
const matrix = (fidelity: string, amounts: readonly string[] = AMOUNTS): Item[] =>
  LIMITS.flatMap((limit, i) => [{ amount: amounts[i % amounts.length] ?? '', fidelity, limit }]);

/** Adoptions that between them have every answer, every row kind, and every template live. */
export const SAMPLES: readonly Sample[] = [
  {
    id: 'stepped',
    adoption: adoptionFrom({
      items: matrix('every-missed-update'),
      fixed: 2,
      display: 'return-summary',
      boundaries: 2,
      rewards: ['automatic', 'player-claims*', 'automatic*'],
    }),
  },
  {
    id: 'derived',
    adoption: adoptionFrom({
      items: matrix('one-derived-change', ['away-rule', 'same-as-playing', 'reduced']),
      background: 'keeps-playing',
      display: 'detailed-return-summary',
      clock: 'device-clock',
      notice: 'explain',
      boundaries: 1,
      calendar: 'latest-crossing-only',
      continuous: 1,
      rewards: ['player-claims'],
    }),
  },
  {
    id: 'stepping-larger',
    adoption: adoptionFrom({
      items: matrix('larger-steps', ['reduced', 'away-rule', 'same-as-playing']),
      background: 'waits-until-closed',
      display: 'visible-before-resume',
      clock: 'device-clock',
      anchor: 'last-trusted-checkpoint',
      notice: 'explain',
      boundaries: 3,
      calendar: 'one-combined-crossing',
      choices: 1,
      rewards: ['automatic', 'automatic'],
    }),
    tuning: { selectedAt: 'suspend' },
  },
  {
    id: 'keeping',
    adoption: adoptionFrom({
      clock: 'device-clock',
      anchor: 'keep-return-state',
      notice: 'silent',
      fixed: 1,
      choices: 1,
      continuous: 2,
      rewards: ['automatic*'],
    }),
    tuning: { branches: ['catchUp', 'continuous'], selectedAt: 'return' },
  },
  { id: 'clockless', adoption: adoptionFrom({ clock: 'none', fixed: 1, background: 'waits-until-closed' }) },
  { id: 'empty', adoption: adoptionFrom({ clock: 'none', items: [] }) },
  {
    id: 'plain',
    adoption: adoptionFrom({ items: [{}, { fidelity: 'one-derived-change', limit: 'state-ceiling' }] }),
    tuning: { apart: true },
  },
];
