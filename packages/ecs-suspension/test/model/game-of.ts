import type { Snapshot } from '../../src/index.js';
import type { Game, GameSpec, Outside, RowSpec, State } from '../support/game.js';
import { createGame, rowRules } from '../support/game.js';
import type { Around } from './model.js';
import type { AdoptionData, BranchData, ChoiceData, RowData } from './spec.js';
import { HARVEST, ORDINARY } from './spec.js';

/** The checkpoint a trusted service would hand out. */
export interface Trusted {
  value: { readonly readingMs: number; readonly state: Snapshot } | undefined;
}

const rowOf = ({ stepMs, ...row }: RowData): RowSpec => ({ ...row, stepMs, rate: ORDINARY * 1_000 });

/** The game whose rules the model's data describe; `around` is what changes outside it. */
export function gameOf(data: AdoptionData, around: Around, trusted: Trusted): GameSpec {
  const read = (): number => {
    if (around.outage) throw new Error('an outage');
    return around.authority;
  };
  return {
    ...data,
    rows: data.rows.map(rowOf),
    continuous: data.continuous.map((id) => ({ id, read, whenUnavailable: 'keep-last' as const })),
    choices: data.choices.map((choice) => ({
      id: choice.id,
      rule: (state: State, components: object) => choiceRule(choice, around, read, state, components),
    })),
    boundaries: data.boundaries.map(({ id, everyMs, inPlay, takes }) => ({
      id,
      everyMs,
      inPlay,
      settle: (state: State) => {
        if (takes !== undefined) state.set(takes, Math.max(0, state.get(takes) - HARVEST));
      },
    })),
    rewards: data.rewards.map(({ id, source, delivery, expiresMs }) => ({
      id,
      source,
      delivery,
      ...(expiresMs !== undefined && { expiresMs }),
      // Written before the answer: what a refusing destination wrote has to go again.
      offer: (_: unknown, state: State) => {
        state.set(`purse.${id}`, state.get(`purse.${id}`) + 1);
        return !around.refuse;
      },
    })),
    ...(data.anchor === 'last-trusted-checkpoint' && {
      checkpoint: () => {
        if (!trusted.value) throw new Error('no trusted checkpoint was taken');
        return trusted.value;
      },
    }),
  };
}

function choiceRule(choice: ChoiceData, around: Around, read: () => number, state: State, components: object): object {
  const behaviour = (branch: BranchData): object => {
    if (branch.kind === 'fixed') return { fixed: { components } };
    if (branch.kind === 'continuous') {
      const apply = (_: object, value: number): void => state.set(choice.id, value);
      return { continuous: { components, authority: 'a server', read, apply, whenUnavailable: 'keep-last' } };
    }
    const { row } = branch;
    const rules = rowRules(rowOf(row), state, components);
    return {
      catchUp: {
        state: rules[`state.${row.id}`],
        'away-amount': row.amount,
        ...(row.amount !== 'same-as-playing' && { amount: rules[`amount.${row.id}`] }),
        'catch-up-fidelity': row.fidelity,
        ...(row.fidelity !== 'every-missed-update' && { fidelity: rules[`fidelity.${row.id}`] }),
        'away-limit': row.limit,
        ...(row.limit !== 'whole-interval' && { limit: rules[`limit.${row.id}`] }),
      },
    };
  };
  return {
    branches: { first: behaviour(choice.first), second: behaviour(choice.second) },
    select: () => around.setting,
    selectedAt: choice.selectedAt,
  };
}

/** A game of this adoption, not started. */
export function openGame(data: AdoptionData, around: Around, trusted: Trusted, outside: Partial<Outside>): Game {
  return createGame(gameOf(data, around, trusted), { quiet: true, autosaveMs: data.autosaveMs }, outside);
}
