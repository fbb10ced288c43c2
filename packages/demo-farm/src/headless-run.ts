import { hasComponent } from 'bitecs';
import type { ReturnReport } from 'ecs-suspension';
import { manualClock, manualScheduler, memoryStorage } from 'ecs-suspension/testing';
import type { FarmWorld } from './sim/index.js';
import {
  COLUMNS,
  createFarmWorld,
  Farm,
  growthSystem,
  inputSystem,
  MOST_ROWS,
  newFarm,
  Plot,
  Pumpkin,
  plotAt,
  RIPE,
  Soil,
  STEP_MS,
} from './sim/index.js';
import { startFarm, suspendFarm } from './suspension.js';

const SEED = 7;
const SOWN = 6;
const UNITS_MS: { readonly [unit: string]: number } = { s: 1000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a length of time such as `90s`, `10min`, `8h` or `30d`.
 *
 * @returns Milliseconds.
 * @throws RangeError where it is none.
 */
export function lengthOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)(s|min|m|h|d)$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined) throw new RangeError(`--away takes a length such as 90s, 10min, 8h or 30d, not "${text}".`);
  return Math.round(Number(count) * unitMs);
}

/** Ploughs, plants and waters the first plots, as a player would. */
export function sow(world: FarmWorld, count: number): void {
  for (let cell = 0; cell < count; cell++) {
    for (const tool of ['plough', 'plant', 'water'] as const) world.requests.push({ type: 'work', tool, cell });
  }
  inputSystem(world);
}

/** The field as numbers: what two runs are compared by. */
export function fieldOf(world: FarmWorld): {
  readonly grown: number[];
  readonly water: number[];
  readonly rest: unknown;
} {
  const cells = Array.from({ length: COLUMNS * MOST_ROWS }, (_, cell) => plotAt(world, cell));
  // A store keeps what a component held before it was taken off: only what carries it counts.
  const read = (component: object, store: Uint16Array) =>
    cells.map((plot) => (plot !== undefined && hasComponent(world, plot, component) ? store[plot]! : 0));
  return {
    grown: read(Pumpkin, Pumpkin.grown),
    water: read(Soil, Soil.waterLeft),
    rest: {
      weather: { ...world.weather },
      farm: Object.entries(Farm).map(([name, store]) => [name, store[world.farm]]),
    },
  };
}

/** A new process begins with empty stores: what comes back comes from the save. */
export function wipeStores(): void {
  for (const component of [Farm, Plot, Soil, Pumpkin]) for (const store of Object.values(component)) store.fill(0);
}

/** A farm that is sown, closed for that long, and opened again in a new process. */
export async function runAway(
  awayMs: number,
): Promise<{ report: ReturnReport | undefined; field: ReturnType<typeof fieldOf> }> {
  const clock = manualClock(Date.UTC(2026, 0, 1, 12));
  const surroundings = { clock, storage: memoryStorage(), scheduler: manualScheduler(), seed: SEED };
  const before = createFarmWorld();
  const closing = suspendFarm(before, surroundings);
  await startFarm(closing);
  sow(before, SOWN);
  await closing.stop();
  clock.advance(awayMs);
  wipeStores();
  const after = createFarmWorld();
  const report = await startFarm(suspendFarm(after, surroundings));
  return { report, field: fieldOf(after) };
}

/** The same farm, played for as long, one growth update after another, without the library. */
export function runPlayed(ms: number): ReturnType<typeof fieldOf> {
  wipeStores();
  const world = createFarmWorld();
  newFarm(world, SEED);
  sow(world, SOWN);
  for (let passedMs = STEP_MS; passedMs <= ms; passedMs += STEP_MS) growthSystem(world);
  return fieldOf(world);
}

const duration = (ms: number): string => {
  const hours = ms / UNITS_MS['h']!;
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} days`;
};

/** The return report, and the field after it, as lines of a table. */
export function reportTable({ report, field }: Awaited<ReturnType<typeof runAway>>): string[] {
  if (!report) return ['There was no return.'];
  const lines: [string, string][] = [
    ['adoption', report.adoption],
    ['interval', `${duration(report.interval.elapsedMs)}, ${report.interval.outcome}`],
    ['anchor', report.committed.anchorMs === undefined ? 'none' : new Date(report.committed.anchorMs).toISOString()],
    ['saved', String(report.committed.saved)],
  ];
  for (const row of report.catchUp) {
    lines.push(
      [`row ${row.row}`, `${row.amountBranch}, ${row.fidelityBranch}, ${row.limitBranch}`],
      ['  admitted', duration(row.admittedMs)],
      ['  updates', `${row.updates} of ${STEP_MS / 1000} s`],
      ['  level', `${row.before} -> ${row.after}`],
    );
  }
  const sown = field.grown.slice(0, SOWN);
  lines.push(
    ['grown', `${sown.join(', ')} of ${RIPE}`],
    ['ripe', `${sown.filter((grown) => grown >= RIPE).length} of ${SOWN}`],
  );
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}
