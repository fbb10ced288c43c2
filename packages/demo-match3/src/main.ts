import { pipe } from 'bitecs';
import { isPlaying, SuspensionSystem } from 'ecs-suspension';
import { browserHost, browserStorage, serverClock } from 'ecs-suspension/browser';
import { boardSystem, createGameWorld, inputSystem } from './sim/index.js';
import { startGame, suspendGame } from './suspension.js';
import { createView } from './view/view.js';

const world = createGameWorld();
const root = document.querySelector<HTMLElement>('#game');
if (!root) throw new Error('index.html must have an element #game.');
const view = createView(world, root);
const suspensions = suspendGame(world, {
  clock: serverClock('/time', { maxAgeMs: 0 }), // asked at every return: the time machine moves this service
  host: browserHost(),
  storage: browserStorage('match3'),
  seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
  show: (display) => view.showReturn(display),
});

const systems = pipe(SuspensionSystem, inputSystem, boardSystem);
let lastMs = performance.now();
function frame(nowMs: number): void {
  world.time.delta = Math.max(0, nowMs - lastMs);
  lastMs = nowMs;
  if (isPlaying(world)) systems(world);
  else SuspensionSystem(world);
  view.frame(suspensions, world.time.delta);
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
await startGame(suspensions);
