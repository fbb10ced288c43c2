import type { GameSuspensions } from '../suspension.js';
import { button, h, setText } from './dom.js';

/** Tools for looking at the suspension without waiting: they move the time service and hide or close the game. */
export interface TimeMachine {
  readonly element: HTMLElement;
  show(suspensions: GameSuspensions): void;
}

const MINUTE_MS = 60_000;
const LEAPS: readonly (readonly [string, number])[] = [
  ['10 min', 10 * MINUTE_MS],
  ['1 h', 60 * MINUTE_MS],
  ['8 h', 480 * MINUTE_MS],
  ['3 days', 4320 * MINUTE_MS],
];

/** Moves the time service of `pnpm start` ahead. The game's clock learns of it when it is read next: at a return. */
async function advanceService(ms: number): Promise<void> {
  const response = await fetch(`/time?advance=${ms}`, { method: 'POST' });
  if (!response.ok) throw new Error(`The time service answered ${response.status}.`);
}

export function createTimeMachine(): TimeMachine {
  let game: GameSuspensions | undefined;
  const both = (act: (suspension: GameSuspensions['lives']) => unknown): Promise<unknown> =>
    Promise.all(game ? [act(game.lives), act(game.board)] : []);
  const note = h('p', { class: 'machine-note', role: 'status' });
  const how = h(
    'select',
    { id: 'machine-how' },
    h('option', { value: 'close' }, 'with the game closed'),
    h('option', { value: 'hide' }, 'with the game hidden'),
  );

  async function leap(label: string, ms: number): Promise<void> {
    const isHide = how.value === 'hide';
    await both((suspension) => (isHide ? suspension.background() : suspension.close()));
    try {
      await advanceService(ms);
      setText(note, `${label} have passed.`);
    } catch {
      setText(note, 'There is no time service to move here: start the demo with pnpm start.');
    }
    await both((suspension) => (isHide ? suspension.foreground() : suspension.reopen()));
  }

  const press = (label: string, act: () => Promise<unknown>): HTMLButtonElement =>
    button({ class: 'soft' }, () => void act().catch((error: unknown) => setText(note, String(error))), label);

  const standing = h('dl', { class: 'machine-standing' });
  const lines = ['Account time', 'Lives', 'Board', 'Saved'].map((name) => {
    const value = h('dd', {}, '–');
    standing.append(h('div', {}, h('dt', {}, name), value));
    return value;
  });
  const element = h(
    'details',
    { class: 'machine' },
    h('summary', {}, 'Time machine'),
    h('p', {}, h('label', { for: 'machine-how' }, 'Be away '), how, ' for'),
    h('div', { class: 'machine-row' }, ...LEAPS.map(([label, ms]) => press(label, () => leap(label, ms)))),
    h('p', {}, 'Or step by step'),
    h(
      'div',
      { class: 'machine-row' },
      press('Hide', () => both((suspension) => suspension.background())),
      press('Show', () => both((suspension) => suspension.foreground())),
      press('Close', () => both((suspension) => suspension.close())),
      press('Reopen', () => both((suspension) => suspension.reopen())),
      h('a', { class: 'soft', href: location.href, target: '_blank', rel: 'noopener' }, 'Second tab'),
    ),
    note,
    standing,
  );

  return {
    element,
    show(suspensions) {
      game = suspensions;
      if (!element.open) return;
      const { lives, board } = suspensions;
      const reading = lives.now();
      const texts = [
        reading === undefined ? '–' : new Date(reading).toLocaleString(),
        lives.waitingFor ? `${lives.phase}, waiting for the ${lives.waitingFor}` : lives.phase,
        board.phase,
        lives.saved && board.saved ? 'yes' : 'not yet',
      ];
      for (const [i, line] of lines.entries()) setText(line, texts[i] ?? '');
    },
  };
}
