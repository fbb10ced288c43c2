import { query } from 'bitecs';
import type { GameWorld, Request } from '../sim/index.js';
import {
  EXTRA_MOVES,
  EXTRA_MOVES_COINS,
  findMoves,
  levelAt,
  Mist,
  Phase,
  Progress,
  phaseOf,
  Round,
  readGrid,
} from '../sim/index.js';
import { createBoardCanvas } from './board-canvas.js';
import { createBoardInput } from './board-input.js';
import { button, h, setDisabled, setText } from './dom.js';
import { createGoal } from './goals.js';
import { coinIcon } from './icons.js';
import { cellLabel } from './words.js';

/** A board left alone for so long shows a move. */
const HINT_AFTER_MS = 6000;

export interface LevelScreen {
  readonly element: HTMLElement;
  /** Shows the level as it is at `nowMs`. */
  show(world: GameWorld, nowMs: number): void;
  focus(): void;
}

export function createLevelScreen(ask: (request: Request) => void, giveUp: () => void): LevelScreen {
  const canvas = createBoardCanvas();
  let touchedMs = 0;
  const input = createBoardInput((from, to) => ask({ type: 'swap', from, to }));
  const moves = h('b', { class: 'moves-left' });
  const score = h('b', { class: 'score' });
  const name = h('h2', { class: 'level-name' });
  const goals = h('div', { class: 'goals', role: 'group', 'aria-label': 'Goals' });
  const buy = button(
    { class: 'soft', 'aria-label': `${EXTRA_MOVES} more moves for ${EXTRA_MOVES_COINS} coins` },
    () => ask({ type: 'buy-moves' }),
    `+${EXTRA_MOVES} moves`,
    h('span', { class: 'price' }, coinIcon(), String(EXTRA_MOVES_COINS)),
  );
  const leave = button({ class: 'soft', 'aria-label': 'Give up this level' }, giveUp, 'Give up');
  const element = h(
    'section',
    { class: 'level', 'aria-label': 'Level', hidden: true },
    h(
      'div',
      { class: 'level-bar' },
      h('div', { class: 'counter' }, moves, h('span', {}, 'moves')),
      h('div', { class: 'level-middle' }, name, goals),
      h('div', { class: 'counter' }, score, h('span', {}, 'points')),
    ),
    h('div', { class: 'board' }, canvas.element, input.element),
    h('div', { class: 'level-actions' }, leave, buy),
  );
  let shownLevel = -1;
  let labelled = '';
  let hint: readonly number[] = [];
  let shownGoals: ReturnType<typeof createGoal>[] = [];

  for (const type of ['pointerdown', 'keydown'] as const) {
    input.element.addEventListener(type, () => {
      touchedMs = -1;
    });
  }

  function showGoals(world: GameWorld): void {
    const level = Round.level[world.round] ?? 0;
    if (level !== shownLevel) {
      shownLevel = level;
      setText(name, `${level + 1} · ${levelAt(level).name}`);
      shownGoals = levelAt(level).goals.flatMap((goal) => (goal ? [createGoal(goal)] : []));
      goals.replaceChildren(...shownGoals.map((goal) => goal.element));
    }
    shownGoals[0]?.show(Round.firstLeft[world.round] ?? 0);
    shownGoals[1]?.show(Round.secondLeft[world.round] ?? 0);
  }

  /** Labels follow the board only where it rests: a screen reader has no use for a cascade. */
  function label(world: GameWorld): void {
    if (phaseOf(world) !== Phase.rest) return;
    const grid = readGrid(world);
    const state = `${grid.kind.join('')}${grid.special.join('')}`;
    if (state === labelled) return;
    labelled = state;
    const mist = new Set([...query(world, [Mist])].map((entity) => Mist.cell[entity]));
    input.label([...grid.kind].map((kind, cell) => cellLabel(cell, kind, grid.special[cell] ?? 0, mist.has(cell))));
  }

  function lookForHint(world: GameWorld, nowMs: number): void {
    if (phaseOf(world) !== Phase.rest || touchedMs < 0) {
      touchedMs = nowMs;
      hint = [];
    } else if (hint.length === 0 && nowMs - touchedMs > HINT_AFTER_MS) {
      const { kind, special } = readGrid(world);
      const move = findMoves(kind, special)[0];
      hint = move ? [move.from, move.to] : [];
    }
  }

  return {
    element,
    focus: () => input.focus(),
    show(world, nowMs) {
      const left = Round.moves[world.round] ?? 0;
      setText(moves, String(left));
      moves.parentElement?.classList.toggle('few', left <= 3);
      setText(score, String(Round.score[world.round] ?? 0));
      const atRest = phaseOf(world) === Phase.rest;
      setDisabled(buy, !atRest || (Progress.coins[world.round] ?? 0) < EXTRA_MOVES_COINS);
      setDisabled(leave, !atRest);
      showGoals(world);
      label(world);
      lookForHint(world, nowMs);
      canvas.paint(world, { selected: input.selected, hint }, nowMs);
    },
  };
}
