import type { ReadAdoption } from '../adoption/document.js';
import type { Template } from '../adoption/templates.js';
import type { Stream } from '../lifecycle/steps.js';
import { equal, shown } from './compare.js';
import type { MakeGame } from './game.js';
import type { Run } from './run.js';
import { openRun, putAll } from './run.js';

/** How many statements each runnable template makes; a scenario answers for every one. */
export interface Trial {
  readonly adoption: ReadAdoption;
  readonly template: Template;
  readonly spanMs: number;
  readonly seeds: readonly string[];
  /**
   * A fresh game with every local row in state `a`. Stores of bitecs are often shared by all worlds of a process: of a
   * game that was opened before, nothing in the world is read from here on.
   */
  open(): Promise<Run>;
  /** Answers a statement of the template, counted from 1. */
  holds(line: number, ok: boolean, message: string): void;
  same(line: number, actual: unknown, wanted: unknown, what: string): void;
  /** The statement says nothing about this adoption. */
  nothing(line: number, reason: string): void;
  /** The statement names an address and repeats nothing of what stands there. */
  cites(line: number, run: Run, row: string, ...fields: readonly string[]): void;
  /** Local rows of a run: what a snapshot holds and a game can put into a state. */
  local(run: Run): readonly string[];
}

export interface Answered {
  readonly asserted: ReadonlySet<number>;
  /** Statements that only name addresses. */
  readonly named: ReadonlySet<number>;
  readonly nothing: ReadonlyMap<number, string>;
  readonly cited: readonly string[];
  readonly streams: ReadonlySet<Stream>;
}

export interface TrialOptions {
  readonly adoption: ReadAdoption;
  readonly template: Template;
  readonly game: MakeGame;
  readonly spanMs: number;
  readonly seeds: readonly string[];
}

/** What a scenario reports to: statements answered, addresses named, streams looked at. */
export function createTrial({ game, ...options }: TrialOptions): {
  readonly trial: Trial;
  readonly answered: Answered;
} {
  const asserted = new Set<number>();
  const nothing = new Map<number, string>();
  const named = new Set<number>();
  const cited: string[] = [];
  const streams = new Set<Stream>();
  const { adoption } = options;
  const trial: Trial = {
    ...options,
    async open() {
      const run = await openRun({ adoption, game, onStream: (name) => streams.add(name) });
      for (const { id } of adoption.rows['choice-items']) {
        const branch = branchNames(run, id, ['fixed', 'catchUp'])[0];
        if (branch !== undefined) run.reply(id, 'choice-declared-in', 'select', () => branch);
      }
      for (const { id } of adoption.rows['continuous-items']) {
        if (!run.game.reading) continue;
        run.reply(id, 'state-declared-in', 'read', () => run.game.reading?.(id, 'a'));
      }
      putAll(run, trial.local(run), 'a');
      return run;
    },
    holds(line, ok, message) {
      asserted.add(line);
      if (!ok) throw new Error(`statement ${line}: ${message}`);
    },
    same(line, actual, wanted, what) {
      trial.holds(line, equal(actual, wanted), `${what} should be ${shown(wanted)}, and it is ${shown(actual)}`);
    },
    nothing(line, reason) {
      if (!asserted.has(line)) nothing.set(line, reason);
    },
    cites(line, run, row, ...fields) {
      for (const field of fields) {
        const address = run.address(row, field);
        if (address === '' || run.rule(row, field) === undefined) throw new Error(`${row} has no rule at its ${field}`);
        cited.push(address);
        named.add(line);
      }
    },
    local: (run) => [
      ...adoption.rows['fixed-items'].map(({ id }) => id),
      ...adoption.rows['catch-up-items'].map(({ id }) => id),
      ...adoption.rows['choice-items']
        .map(({ id }) => id)
        .filter((id) => branchNames(run, id, ['fixed', 'catchUp']).length > 0),
    ],
  };
  return { trial, answered: { asserted, named, nothing, cited, streams } };
}

/** Names of the branches of a choice row that have one of these behaviours. */
export function branchNames(run: Run, row: string, kinds: readonly string[]): readonly string[] {
  const branches: Record<string, object> = run.rule(row, 'choice-declared-in')?.branches ?? {};
  return Object.keys(branches).filter((name) => kinds.some((kind) => kind in (branches[name] ?? {})));
}
