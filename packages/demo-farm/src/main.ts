import { pipe } from 'bitecs';
import { isPlaying, SuspensionSystem } from 'ecs-suspension';
import { browserHost, browserStorage, serverClock } from 'ecs-suspension/browser';
import { createFarmWorld, inputSystem } from './sim/index.js';
import { startFarm, suspendFarm } from './suspension.js';
import { createView } from './view/view.js';

const world = createFarmWorld();
const root = document.querySelector<HTMLElement>('#game');
if (!root) throw new Error('index.html must have an element #game.');
const suspension = suspendFarm(world, {
  clock: serverClock('/time', { maxAgeMs: 0 }), // asked at every return: the time machine moves this service
  host: browserHost(),
  storage: browserStorage('farm'),
  seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
});
const view = createView(world, suspension, root);

const systems = pipe(SuspensionSystem, inputSystem);
let lastMs = performance.now();
function frame(nowMs: number): void {
  world.time.delta = Math.max(0, nowMs - lastMs);
  lastMs = nowMs;
  if (isPlaying(world)) systems(world);
  else SuspensionSystem(world);
  view.frame();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
await startFarm(suspension);
