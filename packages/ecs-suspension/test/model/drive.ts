import type { ReturnReport } from '../../src/index.js';
import { manualClock } from '../../src/testing.js';
import type { Game } from '../support/game.js';
import { ids } from '../support/game.js';
import type { Move } from './arbitrary-adoption.js';
import { gameOf, openGame } from './game-of.js';
import type { Model, Moment } from './model.js';
import {
  claim,
  close,
  createModel,
  edge,
  hide,
  idle,
  momentOf,
  play,
  restart,
  show,
  sleep,
  visible,
  written,
} from './model.js';
import type { AdoptionData, Covered, Predicted } from './spec.js';

const START_MS = 1_000_000;

/** What one move came to, for game and model alike. */
interface Outcome {
  readonly move: Move | 'start';
  readonly phase: string;
  readonly covered: Covered;
  readonly anchorMs: number | undefined;
  readonly rewards: readonly string[];
  readonly told: unknown;
}
export interface Run {
  readonly game: Outcome[];
  readonly model: Outcome[];
}

/** Lets everything that has begun come to its end. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Plays the same moves on a game and on the model, and tells what each came to. */
export async function drive(data: AdoptionData, moves: readonly Move[]): Promise<Run> {
  const model = createModel(data, START_MS);
  const { around } = model;
  const clock = manualClock(START_MS);
  const trusted = { value: undefined } as Parameters<typeof gameOf>[2];
  let game = openGame(data, around, trusted, { clock });
  let writes = 0;
  let hidden = false;
  let unsavedMs = 0;
  const run: Run = { game: [], model: [] };
  const names = ids(gameOf(data, around, trusted));

  /** What was written is the state of this moment, or of the one before it: its reading tells which. */
  const noteWrites = async (before?: Moment): Promise<void> => {
    await settled();
    if (game.storage.writes > writes) {
      const earlier = before && game.storage.record()?.readingMs === before.readingMs;
      written(model, earlier ? before : undefined);
      unsavedMs = 0;
    }
    writes = game.storage.writes;
  };
  const pass = (ms: number): void => {
    game.pass(ms);
    around.nowMs += ms;
  };
  const note = async (move: Outcome['move'], inGame?: unknown, inModel?: unknown): Promise<void> => {
    await noteWrites();
    run.game.push({ move, ...ofGame(game, names), told: inGame });
    run.model.push({ move, ...ofModel(model, names), told: inModel });
  };
  const playing = (): boolean => model.phase === 'playing';

  const handlers: { readonly [M in Move['move']]: (move: Move & { move: M }) => Promise<void> } = {
    async play(move) {
      if (!playing()) return;
      for (let left = move.ms; left > 0; left -= move.stepMs) {
        const ms = Math.min(left, move.stepMs);
        const before = data.autosaveMs > 0 ? momentOf(model) : undefined;
        pass(ms);
        game.suspension.update(ms);
        play(model, ms);
        unsavedMs += ms;
        if (before) await noteWrites(before);
        if (before && unsavedMs > data.autosaveMs + 2 * move.stepMs) throw new Error(`${unsavedMs} ms of play unsaved`);
      }
      await note(move);
    },
    async hide(move) {
      // A second hide says nothing new: a game that plays on goes on with its next update.
      const first = playing() && !hidden;
      hidden = true;
      pass(first ? move.edgeMs : 0);
      game.suspension.background();
      if (first) edge(model, move.edgeMs);
      hide(model);
      await note(move);
    },
    async close(move) {
      pass(playing() ? move.edgeMs : 0);
      game.suspension.close();
      edge(model, move.edgeMs);
      close(model);
      await note(move);
    },
    async show(move) {
      hidden = false;
      await note(move, ofReport(await game.suspension.foreground()), show(model));
    },
    async reopen(move) {
      hidden = false;
      await note(move, ofReport(await game.suspension.reopen()), show(model));
    },
    async restart(move) {
      hidden = false;
      game = game.reopen();
      writes = 0;
      await note(move, ofReport(await game.suspension.start()), restart(model));
    },
    async wait(move) {
      if (playing()) return;
      pass(move.ms);
      game.suspension.update(16);
      idle(model);
      await note(move);
    },
    async sleep(move) {
      if (!playing()) return;
      const before = momentOf(model);
      const returns = game.events.return.length;
      pass(move.ms);
      game.suspension.update(16);
      const predicted = sleep(model, move.ms);
      await noteWrites(predicted ? undefined : before);
      await note(move, ofReport(game.events.return[returns] as ReturnReport | undefined), predicted);
    },
    async clock(move) {
      clock.advance(move.ms);
      around.nowMs += move.ms;
      await note(move);
    },
    async checkpoint(move) {
      if (!playing()) return;
      await game.suspension.checkpoint();
      await note(move);
    },
    async trust(move) {
      if (!playing()) return;
      const readingMs = around.nowMs + move.aheadMs;
      trusted.value = { readingMs, state: game.suspension.capture() };
      model.trusted = { readingMs, covered: structuredClone(model.covered) };
      await note(move);
    },
    async scribble(move) {
      if (playing()) return;
      for (const id of [...data.rows.map((row) => row.id), ...data.fixed, ...data.continuous]) {
        game.set(id, 77);
        model.covered.levels[id] = 77;
      }
      await note(move);
    },
    async claim(move) {
      const claimable = model.pending.filter(({ row }) =>
        data.rewards.some(({ id, delivery }) => id === row && delivery === 'player-claims'),
      );
      const reward = claimable[move.which % Math.max(1, claimable.length)];
      if (!playing() || !reward) return;
      await note(move, await game.suspension.claim(reward.id), claim(model, reward));
    },
    async refuse({ on }) {
      around.refuse = on;
    },
    async outage({ on }) {
      around.outage = on;
    },
    async authority({ value }) {
      around.authority = value;
    },
    async setting({ name }) {
      around.setting = name;
    },
  };

  await game.suspension.start();
  trusted.value = { readingMs: START_MS, state: game.suspension.capture() };
  await note('start');
  for (const move of moves) await (handlers[move.move] as (move: Move) => Promise<void>)(move);
  return run;
}

function ofGame(game: Game, names: readonly string[]): Omit<Outcome, 'move' | 'told'> {
  const { phase, anchorMs, rewards } = game.suspension;
  return {
    phase,
    covered: {
      levels: Object.fromEntries(names.map((name) => [name, game.get(name)])),
      carries: { ...game.suspension.capture().carries },
    },
    anchorMs,
    rewards: phase === 'playing' ? rewards.map(({ id }) => id) : [],
  };
}

function ofModel(model: Model, names: readonly string[]): Omit<Outcome, 'move' | 'told'> {
  const { phase, covered, anchorMs, spec } = model;
  return {
    phase,
    covered: {
      levels: Object.fromEntries(names.map((name) => [name, covered.levels[name] ?? Number.NaN])),
      carries: { ...covered.carries },
    },
    anchorMs: spec.clock === 'none' ? undefined : anchorMs,
    rewards: phase === 'playing' ? visible(model).map(({ id }) => id) : [],
  };
}

function ofReport(report: ReturnReport | undefined): Predicted | undefined {
  if (!report) return undefined;
  const { adoption: _, committed, ...rest } = report;
  return { ...rest, anchorMs: committed.anchorMs };
}
