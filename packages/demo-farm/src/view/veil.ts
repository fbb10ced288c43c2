import type { Suspension } from 'ecs-suspension';
import { h, setText } from './dom.js';

const SAYS: { readonly [phase: string]: string } = {
  loading: 'Opening the gate…',
  held: 'The farm holds still.',
  away: 'The farm is closed.',
  returning: 'Catching up…',
  failed: 'Something went wrong while catching up.',
  elsewhere: 'The farm is open in another tab.',
  stopped: 'The farm has ended.',
};

/** What stands over the field while it cannot be played: a plain bar that belongs to loading, and a way on. */
export function createVeil(suspension: Suspension): { readonly element: HTMLElement; frame(): void } {
  const words = h('p');
  const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Catching up' });
  const retry = h('button', { type: 'button' }, 'Try again');
  const element = h('div', { class: 'veil', hidden: true }, words, bar, retry);
  retry.addEventListener('click', () => void suspension.retry().catch(() => {}));
  suspension.on('progress', ({ doneMs, totalMs }) => {
    bar.value = totalMs === 0 ? 1 : doneMs / totalMs;
  });
  return {
    element,
    frame() {
      const { phase, waitingFor, playing } = suspension;
      if (element.hidden !== playing) element.hidden = playing;
      if (playing) {
        bar.value = 0;
        return;
      }
      setText(words, waitingFor === 'clock' ? 'Waiting for the world’s time…' : (SAYS[phase] ?? phase));
      bar.hidden = phase !== 'returning' || bar.value === 0;
      retry.hidden = phase !== 'failed' && phase !== 'elsewhere' && waitingFor === undefined;
    },
  };
}
