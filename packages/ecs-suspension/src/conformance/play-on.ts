import type { Adoption, ReadAdoption } from '../adoption/document.js';
import { readAdoption } from '../adoption/read.js';
import { rangeMistake, SuspensionError } from '../errors.js';
import type { Given, Snapshot } from '../rules/duties.js';
import { difference } from './compare.js';
import type { Game, MakeGame } from './game.js';
import type { Run } from './run.js';
import { openRun } from './run.js';

export interface PlayOnOptions {
  readonly adoption: Adoption;
  readonly id: string;
  readonly game: MakeGame;
  /** The game is closed, and opened by a new process, after every so many updates. */
  readonly everyUpdates: number;
  /** Updates in all; default ten times as many. */
  readonly updates?: number;
  /** Length of an update, in ms; default 100. */
  readonly deltaMs?: number;
  /** What a player does before an update, counted from 0: the same in both runs. */
  readonly input?: (game: Game, update: number) => void;
}

/** What the two runs differ in first; `same` where they do not. */
export type PlayedOn =
  | { readonly same: true }
  | {
      readonly same: false;
      /** Updates played when the difference was found. */
      readonly updates: number;
      /** Component, or `resource <name>`, `carry <row>`. */
      readonly component: string;
      /** Field of the store; empty where entities differ in carrying the component. */
      readonly field: string;
      readonly entity: number | undefined;
      readonly message: string;
    };

/**
 * Plays a game twice: once in one go, and once closed and opened again by a new process every few updates, with no time
 * between. What is covered must be the same after each stretch. Where it is not, the game's rules read state that no
 * row covers, and that a new process does not have.
 *
 * A store on module level outlives the world in one process of Node: state kept there and covered by nothing is found
 * only where the game sets it anew for a fresh world.
 */
export async function playOn(options: PlayOnOptions): Promise<PlayedOn> {
  const { everyUpdates, updates = 10 * everyUpdates, deltaMs = 100, input, game } = options;
  if (!Number.isInteger(everyUpdates) || everyUpdates < 1) {
    throw rangeMistake(
      'OPTION_INVALID',
      `playOn takes everyUpdates, a whole number of at least 1, but it got ${everyUpdates}.`,
    );
  }
  const read = readAdoption(options.adoption, options.id);
  if (!read.ok) {
    throw new SuspensionError('ADOPTION_INVALID', read.findings.map(({ message }) => message).join(' '), {
      details: { findings: read.findings },
    });
  }
  const play = (run: Run, from: number): void => {
    for (let i = from; i < Math.min(updates, from + everyUpdates); i++) {
      input?.(run.game, i);
      run.play(deltaMs);
    }
  };
  const wanted: Snapshot[] = [];
  const whole = await openRun({ adoption: read.adoption, game });
  for (let from = 0; from < updates; from += everyUpdates) {
    play(whole, from);
    wanted.push(structuredClone(whole.suspension.capture()));
  }
  let run = await openRun({ adoption: read.adoption, game });
  const elsewhere = continued(run, read.adoption);
  for (const [i, snapshot] of wanted.entries()) {
    play(run, i * everyUpdates);
    const found = compare(run.suspension.capture(), snapshot, Math.min(updates, (i + 1) * everyUpdates), elsewhere);
    if (found) return found;
    run.host.close();
    run = await run.reopen();
  }
  return { same: true };
}

/** Components that an authority goes on with: a return reads them anew, which no run in one go does. */
function continued(run: Run, adoption: ReadAdoption): ReadonlySet<string> {
  const rules: Given[] = adoption.rows['continuous-items'].map(({ id }) => run.rule(id, 'state-declared-in'));
  for (const { id } of adoption.rows['choice-items']) {
    for (const branch of Object.values<Given>(run.rule(id, 'choice-declared-in').branches))
      rules.push(branch.continuous);
  }
  return new Set(rules.flatMap((rule) => Object.keys(rule?.components ?? {})));
}

function compare(
  actual: Snapshot,
  wanted: Snapshot,
  updates: number,
  elsewhere: ReadonlySet<string>,
): PlayedOn | undefined {
  const told = (component: string, field: string, entity: number | undefined): PlayedOn => ({
    same: false,
    updates,
    component,
    field,
    entity,
    message: `after ${updates} updates, ${component}${field && `.${field}`}${entity === undefined ? '' : ` of entity ${entity}`} differs from a run in one go: a rule reads state that no row covers`,
  });
  for (const [name, { members, data }] of Object.entries(wanted.components)) {
    if (elsewhere.has(name)) continue;
    const other = actual.components[name];
    const carried = [...(other?.members ?? [])];
    const lost = [...members].find((entity) => !carried.includes(entity));
    const extra = carried.find((entity) => !members.includes(entity));
    if (lost !== undefined || extra !== undefined) return told(name, '', lost ?? extra);
    const path = difference(other?.data, data);
    if (path === undefined) continue;
    const place = path.split('.');
    const at = place.findLastIndex((part) => /^\d+$/.test(part));
    return told(name, place.filter((_, i) => i !== at).join('.'), at < 0 ? undefined : members[Number(place[at])]);
  }
  const resource = difference(actual.resources, wanted.resources);
  if (resource !== undefined)
    return told(`resource ${resource.split('.')[0]}`, resource.split('.').slice(1).join('.'), undefined);
  const carry = difference(actual.carries, wanted.carries);
  return carry === undefined ? undefined : told(`carry ${carry}`, '', undefined);
}
