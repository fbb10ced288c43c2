import type { ReadAdoption } from '../adoption/document.js';
import { createSuspension } from '../bitecs/create-suspension.js';
import type { Suspension } from '../bitecs/suspension.js';
import { typeMistake } from '../errors.js';
import type { SuspensionEvents } from '../lifecycle/events.js';
import type { ReturnReport } from '../lifecycle/reports.js';
import type { Stream } from '../lifecycle/steps.js';
import type { Crossing, Given } from '../rules/duties.js';
import type { ManualClock, ManualScheduler, MemoryStorage, ScriptedDisplay, ScriptedHost } from '../testing.js';
import { manualClock, manualScheduler, memoryStorage, scriptedDisplay, scriptedHost } from '../testing.js';
import type { Game, MakeGame, Pick, Ports } from './game.js';
import type { Call, Reply, Watch } from './watch.js';
import { watchRules } from './watch.js';

/** One entry of a diagnostic stream. */
export interface Entry {
  readonly [name: string]: Given;
}
/** One event or one shown surface, in the order of all calls, events and surfaces of a run. */
export interface Told {
  readonly order: number;
  readonly type: keyof SuspensionEvents | 'notice' | 'show' | 'summary';
  readonly payload: Given;
}

/** One game on the kit's ports, from `start()` on. */
export interface Run {
  readonly game: Game;
  readonly suspension: Suspension;
  readonly clock: ManualClock;
  readonly scheduler: ManualScheduler;
  readonly host: ScriptedHost;
  readonly display: ScriptedDisplay;
  readonly storage: MemoryStorage;
  readonly told: readonly Told[];
  /** What `start()` resolved to. */
  readonly started: ReturnReport | undefined;
  stream(name: Stream): readonly Entry[];
  /** Calls of one member of the rule a row cites in a field; without a member, of all. */
  calls(row: string, field: string, path?: string): readonly Call[];
  rule(row: string, field: string): Given;
  address(row: string, field: string): string;
  reply(row: string, field: string, path: string, reply: Reply | undefined): void;
  /** What is done while a surface is shown. */
  whileShown(action: ((surface: string) => void | Promise<void>) | undefined): void;
  /** Gives a claim event to the suspension. */
  emit(event: string, payload: unknown): void;
  /** What event resolution was given, and an order in its place. */
  readonly resolved: (readonly Crossing[])[];
  /** Order number of the next call, event or surface. */
  mark(): number;
  /** Clock and monotonic time go on, without an update. */
  pass(ms: number): void;
  /** The game's loop runs for that time, time going on with it. */
  play(ms: number): void;
  /** Begins an interval as the background answer has it: a hide that counts as away, else a close. */
  leave(): void;
  comeBack(): Promise<ReturnReport | undefined>;
  away(ms: number): Promise<ReturnReport>;
  /** The next process on the same storage and clock, with the same replies, started. */
  reopen(): Promise<Run>;
}

export interface RunOptions {
  readonly adoption: ReadAdoption;
  readonly game: MakeGame;
  /** Told of each stream that is looked at. */
  readonly onStream?: (name: Stream) => void;
}

/** The kit's clock begins here: 2026-01-05T00:00:00Z, a Monday. */
export const START_MS = 1_767_571_200_000;
/** A pass of the loop: well below any length that would be taken for a sleep. */
const LOOP_MS = 1_000;
const EVENTS = ['phase', 'suspend', 'return', 'settle', 'reward', 'commit', 'resume', 'diagnostic', 'error'] as const;

/** What outlives a process: storage and time, and what the kit answers in place of rules. */
interface Outside {
  readonly storage: MemoryStorage;
  readonly clock: ManualClock;
  readonly replies?: Iterable<readonly [row: string, field: string, path: string, reply: Reply | undefined]>;
}

/** Opens a fresh game on fresh ports, or the next process on those of an earlier one. */
export async function openRun(
  options: RunOptions,
  outside: Outside = {
    storage: memoryStorage(),
    clock: manualClock(START_MS),
  },
): Promise<Run> {
  const { adoption } = options;
  const { storage, clock } = outside;
  const scheduler = manualScheduler();
  const host = scriptedHost();
  const told: Told[] = [];
  const resolved: (readonly Crossing[])[] = [];
  const handlers = new Map<string, Set<(payload: Given) => void>>();
  let order = 0;
  let showing: ((surface: string) => void | Promise<void>) | undefined;
  let watch: Watch | undefined;
  let installed: Suspension | undefined;
  const display = scriptedDisplay((shown) => {
    told.push({ order: order++, type: shown.surface, payload: shown });
    return showing?.(shown.surface);
  });
  const events: Ports['events'] = {
    on: (type, handler) => handlers.set(type, (handlers.get(type) ?? new Set()).add(handler)),
    off: (type, handler) => handlers.get(type)?.delete(handler),
  };
  const install = (world: object, given: Given): Suspension => {
    watch = watchRules(adoption, given.rules, () => order++);
    const rules: Record<string, Given> = { ...watch.rules };
    for (const row of adoption.rows.clock) {
      const address = row['clock-declared-in'];
      const { read: _, ...rule } = watch.rule(address, 'clock-declared-in') as { read?: unknown };
      const driven = { ...rule, now: () => clock.now() };
      // Under an address of several duties the clock is one member of the rule.
      rules[address] = rules[address]?.['clock-declared-in']
        ? { ...rules[address], 'clock-declared-in': driven }
        : driven;
    }
    installed = createSuspension(world, {
      ...given,
      rules,
      storage,
      scheduler,
      host,
      display,
      events,
      resolveEvents: (equal: Crossing[]) => {
        resolved.push([...equal]);
        return given.resolveEvents ? given.resolveEvents(equal) : equal;
      },
    });
    return installed;
  };
  const ports = {
    createSuspension: install as never,
    clock,
    storage,
    scheduler,
    host,
    display,
    events,
  } satisfies Ports;
  const game = await options.game(ports);
  const { suspension } = game;
  if (!watch || suspension !== installed) {
    throw typeMistake(
      'OPTION_INVALID',
      'game(ports) must install its suspension with ports.createSuspension and give it back as `suspension`; it used another one. Take createSuspension from the ports.',
    );
  }
  const watched = watch;
  const replies: (readonly [string, string, string, Reply | undefined])[] = [];
  for (const type of EVENTS) {
    suspension.on(type, (payload) => {
      told.push({ order: order++, type, payload });
    });
  }
  const rows: readonly Record<string, unknown>[] = Object.values(adoption.rows).flat() as never;
  const address = (row: string, field: string): string => {
    const found = rows.find((candidate) => candidate['id'] === row && field in candidate)?.[field];
    return typeof found === 'string' ? found : '';
  };
  const run: Omit<Run, 'started'> = {
    game,
    suspension,
    clock,
    scheduler,
    host,
    display,
    storage,
    told,
    resolved,
    stream(name) {
      options.onStream?.(name);
      return told.flatMap(({ type, payload }) =>
        type === 'diagnostic' && payload.stream === name ? [payload.entry as Entry] : [],
      );
    },
    calls: (row, field, path) =>
      watched.calls.filter(
        (call) =>
          call.address === address(row, field) && call.field === field && (path === undefined || call.path === path),
      ),
    rule: (row, field) => watched.rule(address(row, field), field),
    address,
    reply(row, field, path, reply) {
      replies.push([row, field, path, reply]);
      watched.reply(address(row, field), field, path, reply);
    },
    whileShown(action) {
      showing = action;
    },
    emit(event, payload) {
      for (const handler of handlers.get(event) ?? []) handler(payload);
    },
    mark: () => order,
    pass(ms) {
      clock.advance(ms);
      scheduler.advance(ms);
    },
    play(ms) {
      for (let left = ms; left > 0; left -= LOOP_MS) {
        const length = Math.min(left, LOOP_MS);
        run.pass(length);
        if (game.play) game.play(length);
        else suspension.update(length);
      }
    },
    leave() {
      if (adoption.answers['while-in-the-background'] === 'counts-as-away') host.background();
      else host.close();
    },
    comeBack: () => suspension.reopen(),
    async away(ms) {
      run.leave();
      run.pass(ms);
      const made = await run.comeBack();
      if (made) return made;
      throw new Error(`a return was expected after ${ms} ms away, and the phase is "${suspension.phase}"`);
    },
    reopen: () => openRun(options, { storage: storage.fork(), clock, replies }),
  };
  for (const [row, field, path, reply] of outside.replies ?? []) run.reply(row, field, path, reply);
  const started = await suspension.start();
  return Object.assign(run, { started });
}

/** Puts several rows into one state. */
export function putAll(run: Run, rows: readonly string[], pick: Pick): void {
  for (const row of rows) run.game.put(row, pick);
}

/** The states of several rows, by row. */
export function readAll(run: Run, rows: readonly string[]): { readonly [row: string]: unknown } {
  return Object.fromEntries(rows.map((row) => [row, structuredClone(run.game.read(row))]));
}
