import './style.css';
import type { ReturnDisplay } from 'ecs-suspension';
import { isPlaying } from 'ecs-suspension';
import type { GameWorld, Request } from '../sim/index.js';
import {
  isInLevel,
  LEVELS,
  Lives,
  levelAt,
  MAX_LIVES,
  mayStart,
  openLevel,
  Phase,
  Progress,
  phaseOf,
  prizeOf,
  Round,
  wholeLives,
} from '../sim/index.js';
import type { GameSuspensions } from '../suspension.js';
import { createDialogs } from './dialogs.js';
import { h, setText } from './dom.js';
import { coinIcon } from './icons.js';
import { createLevelScreen } from './level-screen.js';
import type { Waiting } from './lives-counter.js';
import { createLivesCounter } from './lives-counter.js';
import { createMapScreen } from './map-screen.js';
import { createScenery } from './scenery.js';
import { createTimeMachine } from './time-machine.js';
import { createVeil } from './veil.js';
import { countdown } from './words.js';

export interface View {
  /** Counts the lives up on the counter; play waits for it. */
  showReturn(display: ReturnDisplay): Promise<void>;
  /** Shows the world as it is and what happened since the last frame. `deltaMs` is the time between frames. */
  frame(suspensions: GameSuspensions, deltaMs: number): void;
}

/** How often the countdown and the time machine are looked at. */
const SLOW_MS = 200;

export function createView(world: GameWorld, root: HTMLElement): View {
  const live = h('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  const announce = (text: string): void => setText(live, text);
  const counter = createLivesCounter(announce);
  const dialogs = createDialogs();
  const veil = createVeil();
  const machine = createTimeMachine();
  const coins = h('b', {}, '0');
  const level = createLevelScreen(ask, () => dialogs.giveUp(() => ask({ type: 'give-up' })));
  const map = createMapScreen(choose);
  const stage = h('main', { class: 'stage' }, map.element, level.element);
  const table = h('div', { class: 'table' }, stage, veil.element);
  const purse = h('section', { class: 'purse', 'aria-label': 'Coins' }, coinIcon(), coins);
  root.replaceChildren(
    createScenery(),
    h('header', { class: 'top' }, counter.element, purse),
    table,
    h('footer', { class: 'foot' }, machine.element),
    live,
    dialogs.element,
  );
  for (const [type, input] of [
    ['pointerdown', 'pointer'],
    ['keydown', 'keys'],
  ] as const) {
    addEventListener(
      type,
      () => {
        root.dataset['input'] = input;
      },
      true,
    );
  }
  let nowMs = 0;
  let slowMs = -SLOW_MS;
  let shownPhase = -1;
  let focused: Element | null = null;

  /** A stage that is inert loses the focus; it comes back to where it was. */
  function setInert(isInert: boolean): void {
    if (stage.inert === isInert) return;
    if (isInert) focused = stage.contains(document.activeElement) ? document.activeElement : null;
    stage.inert = isInert;
    if (!isInert && document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
  }

  /** Input counts only in play: before that the covered state is the return's, and a change of it would not be kept. */
  function ask(request: Request): void {
    if (isPlaying(world)) world.requests.push(request);
  }

  function choose(index: number): void {
    if (!isPlaying(world) || index > openLevel(world)) return;
    if (mayStart(world, index)) dialogs.begin(index, levelAt(index), () => ask({ type: 'start', level: index }));
    else dialogs.noLives();
  }

  function showSheet(phase: number): void {
    if (dialogs.isOpen) return;
    const index = Round.level[world.round] ?? 0;
    const toMap = (): void => ask({ type: 'leave' });
    const again = (): void => ask({ type: 'start', level: index });
    if (phase === Phase.lost) dialogs.lost(wholeLives(world), again, toMap);
    if (phase === Phase.won) {
      const next = (): void => ask({ type: 'start', level: index + 1 });
      dialogs.won(prizeOf(world), index + 1 < LEVELS.length ? next : undefined, toMap);
    }
  }

  function showScreen(phase: number): void {
    const onMap = phase === Phase.map;
    map.element.hidden = !onMap;
    level.element.hidden = onMap;
    const isNew = shownPhase >= 0 && onMap !== (shownPhase === Phase.map);
    shownPhase = phase;
    if (isNew && !dialogs.isOpen) (onMap ? map : level).focus();
  }

  function showSlowly(suspensions: GameSuspensions): void {
    if (nowMs - slowMs < SLOW_MS) return;
    slowMs = nowMs;
    machine.show(suspensions);
    veil.show(suspensions);
    setInert(!isPlaying(world));
    if (suspensions.lives.playing) {
      const { lives } = suspensions;
      const lacks = wholeLives(world) < MAX_LIVES;
      const nextMs = lacks ? lives.until('lives', wholeLives(world) + 1) : undefined;
      const fullMs = lacks ? lives.until('lives', MAX_LIVES) : undefined;
      const reading = lives.now();
      const fullAtMs = reading !== undefined && fullMs !== undefined ? reading + fullMs : undefined;
      const waiting: Waiting = { nextMs, fullAtMs };
      counter.show(Lives.refilledMs[world.player] ?? 0, waiting);
      setText(dialogs.waiting, nextMs === undefined ? 'A life is there.' : `Next life in ${countdown(nextMs)}`);
    }
  }

  return {
    async showReturn({ rows }) {
      const row = rows.find((shown) => shown.row === 'lives');
      if (row) await counter.countUp(row.before, row.after);
    },
    frame(suspensions, deltaMs) {
      nowMs += deltaMs;
      showSlowly(suspensions);
      if (suspensions.board.phase === 'loading') return;
      const phase = phaseOf(world);
      if (phase !== shownPhase) showScreen(phase);
      if (isPlaying(world)) showSheet(phase);
      setText(coins, String(Progress.coins[world.round] ?? 0));
      if (phase === Phase.map) map.show(world);
      else level.show(world, nowMs);
      for (const event of world.events) {
        if (event.type === 'shuffled') announce('No move was left: the board was shuffled.');
      }
      world.events.length = 0;
      root.dataset['screen'] = phase === Phase.map ? 'map' : isInLevel(world) ? 'level' : 'end';
      root.dataset['playing'] = String(isPlaying(world));
    },
  };
}
