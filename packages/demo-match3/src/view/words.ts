import type { Goal } from '../sim/index.js';
import { SIZE, Special } from '../sim/index.js';

/** What the seven kinds are called; each has a shape of its own, so that colour is never the only sign. */
export const KIND_NAMES: readonly string[] = [
  'red lantern',
  'amber flame',
  'green leaf',
  'teal drop',
  'blue kite',
  'violet gem',
  'star',
];

const SPECIAL_NAMES: { readonly [special: number]: string } = {
  [Special.row]: ', row beam',
  [Special.column]: ', column beam',
  [Special.burst]: ', burst',
};

/** A cell as a screen reader says it. */
export function cellLabel(cell: number, kind: number, special: number, inMist: boolean): string {
  const place = `row ${Math.floor(cell / SIZE) + 1}, column ${(cell % SIZE) + 1}`;
  return `${KIND_NAMES[kind]}${SPECIAL_NAMES[special] ?? ''}${inMist ? ', under mist' : ''}, ${place}`;
}

/** A goal as a sentence of its own. */
export function goalLabel(goal: Goal, left: number): string {
  if (goal.type === 'score') return `${left} more points`;
  if (goal.type === 'mist') return `${left} ${left === 1 ? 'cell' : 'cells'} of mist`;
  const name = KIND_NAMES[goal.kind] ?? '';
  return `${left} ${left === 1 ? name : name.endsWith('f') ? `${name.slice(0, -1)}ves` : `${name}s`}`;
}

export const livesWord = (count: number): string => `${count} ${count === 1 ? 'life' : 'lives'}`;

/** `7:05`, or `1:07:05` from an hour on. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A clock reading as the time of day where the player is. */
export function timeOfDay(readingMs: number): string {
  return new Date(readingMs).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
