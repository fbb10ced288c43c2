import type { GameSuspensions } from '../suspension.js';
import { button, h, setText } from './dom.js';

/** What covers the stage while the game is not played, where there is something to say. */
export interface Veil {
  readonly element: HTMLElement;
  show(suspensions: GameSuspensions): void;
}

const WORDS: { readonly [phase: string]: string } = {
  loading: 'One moment',
  held: 'The game is hidden. The board waits as it is.',
  away: 'The game is closed. The board waits as it is; lives come back.',
  elsewhere: 'The game is open in another tab.',
  failed: 'The game could not come back.',
  stopped: 'The game has ended. Reload the page to play.',
};

const WAITS: { readonly [what: string]: string } = {
  clock: 'Asking the time service what time it is',
  storage: 'Waiting for the save',
};

export function createVeil(): Veil {
  const text = h('p');
  let retry = (): void => {};
  const again = button({ class: 'main' }, () => retry(), 'Try again');
  const element = h('div', { class: 'veil', role: 'status', hidden: true }, text, again);
  return {
    element,
    show({ lives, board }) {
      const halted = [board, lives].find((suspension) => !suspension.playing);
      const waits = halted?.waitingFor ? WAITS[halted.waitingFor] : undefined;
      const words = waits ?? (halted ? WORDS[halted.phase] : undefined);
      element.hidden = words === undefined;
      if (words !== undefined) setText(text, words);
      const failed = [lives, board].filter((suspension) => suspension.phase === 'failed');
      again.hidden = failed.length === 0;
      retry = () => {
        for (const suspension of failed) suspension.retry().catch(() => setText(text, 'It failed again.'));
      };
    },
  };
}
