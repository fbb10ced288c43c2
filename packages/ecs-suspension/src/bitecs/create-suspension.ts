import type { Adoption, ReadAdoption } from '../adoption/document.js';
import { readAdoption } from '../adoption/read.js';
import { processMemory } from '../ambient/memory.js';
import { ambientScheduler } from '../ambient/scheduler.js';
import { rangeMistake, SuspensionError } from '../errors.js';
import { listenForClaims, pendingRewards } from '../lifecycle/claim.js';
import type { Context } from '../lifecycle/context.js';
import { readNow } from '../lifecycle/context.js';
import { capture, checkpoint, claim, createContext, foreground, reset, retry, stop } from '../lifecycle/lifecycle.js';
import { untilLevel } from '../lifecycle/play.js';
import { background, close, told } from '../lifecycle/signals.js';
import { start } from '../lifecycle/start.js';
import { update } from '../lifecycle/update.js';
import type { PlayRow } from '../lifecycle/updates.js';
import type { Emitter } from '../ports/display.js';
import type { Host } from '../ports/host.js';
import { bindRules } from '../rules/bind.js';
import type { Crossing } from '../rules/duties.js';
import type { Coverage } from './coverage.js';
import { bindingsOf, coverageOf } from './coverage.js';
import { createCoveredState } from './covered-state.js';
import { install, installedOn } from './installed.js';
import type { Mirror } from './mirror.js';
import { createMirror } from './mirror.js';
import type { Cover } from './overlap.js';
import { assertNoEntityCoveredTwice, assertNoResourceCoveredTwice, assertNotCoveredTwice } from './overlap.js';
import type { Suspension, SuspensionOptions } from './suspension.js';

const DEFAULTS = { sliceMs: 8, autosaveMs: 5_000, longestUpdateMs: 2_000 };

/**
 * Installs a suspension on a bitecs world: from `start()` on, the items that the adoption's rows name are saved, held
 * and settled as it says. Nothing is covered that no row leads to, and nothing starts while a citation is unbound.
 *
 * @throws SuspensionError `ADOPTION_INVALID`, `RULES_INCOMPLETE`, `DISPLAY_MISSING`, `ALREADY_INSTALLED`,
 *   `WORLD_FOREIGN`, `WORLD_VERSIONED`, `WORLD_SHARED_INDEX`, `COMPONENT_INVALID`, `COMPONENT_NAME_TAKEN`,
 *   `ITEM_COVERED_TWICE`, `RESOURCE_COVERED_TWICE`: each names every place at once where it can.
 * @throws RangeError `OPTION_INVALID` for a negative or non-numeric length.
 */
export function createSuspension<W extends object, const A extends Adoption>(
  world: W,
  options: SuspensionOptions<W, A>,
): Suspension {
  const { id } = options;
  const adoption = validAdoption(options.adoption, id);
  const bound = bindRules<W>(adoption, options.rules, options.display);
  if (installedOn(world).some((other) => other.id === id)) {
    throw new SuspensionError(
      'ALREADY_INSTALLED',
      `A suspension "${id}" is installed on this world already. Give this one another id, or stop() the other first.`,
      { details: { id } },
    );
  }
  const coverage = coverageOf(id, bound);
  const mirror = createMirror(world, bound);
  const state = createCoveredState(world, { ...bindingsOf(coverage), rows: mirror.entities });
  refuseOverlap(world, coverage);
  const { host, events, newGame, resolveEvents } = options;
  const context = createContext<W>({
    id,
    world,
    bound,
    state: {
      ...state,
      capture() {
        assertNoEntityCoveredTwice(world, allCovers(world, coverage));
        return state.capture();
      },
    },
    storage: options.storage ?? processMemory(),
    scheduler: options.scheduler ?? ambientScheduler(),
    display: options.display ?? {},
    newGame,
    resolveEvents: resolveEvents as ((events: Crossing[]) => readonly Crossing[]) | undefined,
    sliceMs: lengthOf(options, 'sliceMs'),
    autosaveMs: lengthOf(options, 'autosaveMs'),
    longestUpdateMs: lengthOf(options, 'longestUpdateMs'),
  });
  return createFacade(context, { host, events }, mirror, coverage, state.dispose);
}

/** What this suspension and those installed before it cover. */
function allCovers<W>(world: object, coverage: Coverage<W>): readonly Cover[] {
  const others = installedOn(world).filter((other) => other.components !== coverage.components);
  return [...others.flatMap(({ components }) => components), ...coverage.components];
}

function refuseOverlap<W>(world: object, coverage: Coverage<W>): void {
  const covers = allCovers(world, coverage);
  assertNotCoveredTwice(covers);
  assertNoResourceCoveredTwice(
    [...installedOn(world).flatMap(({ resources }) => resources), ...coverage.resources],
    covers,
  );
}

function validAdoption(document: Adoption, id: string): ReadAdoption {
  if (typeof id !== 'string' || id === '') {
    throw rangeMistake('OPTION_INVALID', `createSuspension needs an id, the key of its record, but got ${String(id)}.`);
  }
  const read = readAdoption(document, id);
  if (read.ok) return read.adoption;
  const lines = read.findings.map(
    ({ severity, code, pointer, message }) => `${severity} ${code} ${pointer}: ${message}`,
  );
  throw new SuspensionError('ADOPTION_INVALID', `The adoption of "${id}" cannot run:\n${lines.join('\n')}`, {
    details: { findings: read.findings },
  });
}

function lengthOf(options: { readonly [name in keyof typeof DEFAULTS]?: number }, name: keyof typeof DEFAULTS): number {
  const length = options[name] ?? DEFAULTS[name];
  if (length >= 0) return length;
  throw rangeMistake('OPTION_INVALID', `${name} is a length in ms, 0 or more, but it is ${String(length)}.`);
}

function createFacade<W extends object>(
  context: Context<W>,
  ports: { readonly host: Host | undefined; readonly events: Emitter | undefined },
  mirror: Mirror<W>,
  coverage: Coverage<W>,
  dispose: () => void,
): Suspension {
  const rows = new Map<string, PlayRow<W>>(context.rows.map((row) => [row.id, row]));
  context.onRewards = () => mirror.rewards(context.rewards);
  let unlisten = (): void => {};

  const suspension: Suspension = {
    get phase() {
      return context.phase;
    },
    get playing() {
      return context.phase === 'playing';
    },
    get waitingFor() {
      return context.waitingFor;
    },
    get origin() {
      return context.origin;
    },
    get anchorMs() {
      return context.anchorMs;
    },
    get saved() {
      return context.saved;
    },
    get rewards() {
      return pendingRewards(context);
    },
    async start(startOptions) {
      if (!context.started && context.phase !== 'stopped') {
        // A start that failed has listened already.
        unlisten();
        listen();
      }
      try {
        return await start(context, startOptions);
      } finally {
        if (context.loaded && context.phase !== 'stopped') {
          mirror.install();
          mirror.rows(context);
          mirror.rewards(context.rewards);
        }
      }
    },
    update(deltaMs) {
      update(context, deltaMs);
      mirror.rows(context);
      // A deadline that comes in play takes the reward's entity along.
      if (context.rewards.length > 0) mirror.rewards(pendingRewards(context));
    },
    background: () => background(context),
    foreground: () => foreground(context),
    close: () => close(context),
    reopen: () => foreground(context),
    capture: () => capture(context),
    checkpoint: () => checkpoint(context),
    claim: (rewardId) => claim(context, rewardId),
    dismiss: () => context.activeReturn?.dismiss?.(),
    retry: () => retry(context),
    now: () => (context.phase === 'playing' ? (readNow(context) ?? context.readingMs) : context.readingMs),
    until(row, level) {
      const found = rows.get(row);
      if (!found) throw unknownRow(row, [...rows.keys()], 'catch-up or choice');
      return untilLevel(context, found, level);
    },
    row(id) {
      const entity = mirror.entities.entity(id);
      if (entity === undefined) throw unknownRow(id, mirror.ids, 'installed');
      return entity;
    },
    reset: () => reset(context),
    on: (type, handler) => context.events.on(type, handler),
    async stop() {
      unlisten();
      await stop(context);
      uninstall();
      mirror.remove();
      dispose();
    },
  };

  const uninstall = install(context.world, {
    id: context.id,
    get playing() {
      return suspension.playing;
    },
    update: suspension.update,
    components: coverage.components,
    resources: coverage.resources,
  });
  function listen(): void {
    const undo = [
      ports.host?.listen({
        background: () => told(context, suspension.background),
        foreground: () => told(context, suspension.foreground),
        close: () => told(context, suspension.close),
        reopen: () => told(context, suspension.reopen),
      }),
      ports.events && listenForClaims(context, ports.events),
    ];
    unlisten = () => {
      for (const end of undo) end?.();
    };
  }
  // A return changes what the rows show; their components follow when it is committed.
  suspension.on('commit', () => mirror.rows(context));
  return suspension;
}

function unknownRow(id: string, known: readonly string[], what: string): SuspensionError {
  return new SuspensionError(
    'ROW_UNKNOWN',
    `No ${what} row has the id "${id}"; there are: ${known.join(', ') || 'none'}. Entities of rows are there from the end of start().`,
    { details: { row: id } },
  );
}
