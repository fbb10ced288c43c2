// The sample that the design begins with: it compiles as it stands, parameters inferred throughout.
import { addComponent, addEntity, createWorld, pipe, query } from 'bitecs';
import { livesRefillWhileAway as adoption } from '../../../demo-match3/contracts/lives-refill-while-away.js';
import { browserHost, browserStorage, serverClock } from '../../src/browser.js';
import type { DisplayRow } from '../../src/index.js';
import { createSuspension, isPlaying, SuspensionSystem } from '../../src/index.js';

const LIFE_MS = 30 * 60_000;
declare function tickLifeCounter(rows: readonly DisplayRow[]): Promise<void>;
declare function inputSystem<W>(world: W): W;
declare function boardSystem<W>(world: W): W;

const Lives = { refilledMs: new Float64Array(64) };
const world = createWorld({ time: { delta: 0 }, player: 0 });

const suspension = createSuspension(world, {
  id: 'lives-refill-while-away',
  adoption,
  rules: {
    'time.account-time': serverClock('/time'),
    'mechanics.life-refill': {
      components: { Lives },
      unit: 'lives',
      ordinary: 'one life every 30 minutes, up to five',
      amount: (elapsedMs) => elapsedMs / LIFE_MS,
      apply: (world, lives) => {
        Lives.refilledMs[world.player]! += Math.round(lives * LIFE_MS);
      },
      level: (world) => Lives.refilledMs[world.player]! / LIFE_MS,
    },
    'lives.from-elapsed-time': {
      derives: 'elapsed time over the refill period, up to the maximum',
      derive: ({ amount, limit, level }) => Math.min(amount, Math.max(0, limit.ceiling - level)),
    },
    'contracts.player-lives.max': { ceiling: () => 5, inPlay: true },
  },
  newGame: (world) => {
    const player = addEntity(world);
    addComponent(world, player, Lives);
    Lives.refilledMs[player] = 5 * LIFE_MS;
  },
  host: browserHost(),
  storage: browserStorage('match3'),
  display: { show: ({ rows }) => tickLifeCounter(rows) },
});
await suspension.start();
world.player = query(world, [Lives])[0]!;

const systems = pipe(SuspensionSystem, inputSystem, boardSystem);
export function frame(delta: number): void {
  world.time.delta = delta;
  if (isPlaying(world)) systems(world);
  else SuspensionSystem(world);
}
