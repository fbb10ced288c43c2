import { LIFE_MS, MAX_LIVES } from '../sim/index.js';
import { h, prefersLessMotion, setText } from './dom.js';
import { lanternIcon } from './icons.js';
import { countdown, livesWord, timeOfDay } from './words.js';

/** What the counter shows besides the lives themselves. */
export interface Waiting {
  /** Until the next life; `undefined` when all are there. */
  readonly nextMs: number | undefined;
  /** Clock reading at which all lives will be there. */
  readonly fullAtMs: number | undefined;
}

export interface LivesCounter {
  readonly element: HTMLElement;
  /** Shows the lives as they are; while a count is running, it waits. */
  show(refilledMs: number, waiting: Waiting): void;
  /** Counts up from one level to another, life by life; resolves when the last one is lit. */
  countUp(fromLives: number, toLives: number): Promise<void>;
}

/** How long each life takes to light up. */
const LIGHT_MS = 450;
const CALM_LIGHT_MS = 150;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @param announce - Says something to those who do not see the counter. */
export function createLivesCounter(announce: (text: string) => void): LivesCounter {
  const lanterns = Array.from({ length: MAX_LIVES }, () => {
    const icon = lanternIcon();
    icon.style.setProperty('--lit', '0');
    return { icon, slot: h('span', { class: 'life' }, icon) };
  });
  const count = h('b', { class: 'lives-count' });
  const word = h('span', { class: 'unseen' });
  const lantern = h('div', { class: 'lanterns' }, ...lanterns.map(({ slot }) => slot));
  const waitingLine = h('p', { class: 'lives-wait' });
  const element = h(
    'section',
    { class: 'lives', 'aria-label': 'Lives' },
    h('div', { class: 'lives-row' }, lantern, count, word),
    waitingLine,
  );
  let run = 0;
  let isCounting = false;

  function light(level: number): void {
    const whole = Math.floor(level + 1e-9);
    lanterns.forEach(({ icon }, i) => {
      const lit = Math.min(1, Math.max(0, level - i));
      icon.style.setProperty('--lit', (lit >= 1 ? 1 : lit * 0.86).toFixed(3));
      icon.classList.toggle('full', i < whole);
    });
    setText(count, String(whole));
    element.dataset['lives'] = String(whole);
    setText(word, whole === 1 ? ' life' : ' lives');
  }

  return {
    element,
    show(refilledMs, { nextMs, fullAtMs }) {
      if (isCounting) return;
      light(refilledMs / LIFE_MS);
      if (nextMs === undefined) setText(waitingLine, 'All lives are there');
      else
        setText(
          waitingLine,
          `Next in ${countdown(nextMs)}${fullAtMs === undefined ? '' : ` · full at ${timeOfDay(fullAtMs)}`}`,
        );
    },
    async countUp(fromLives, toLives) {
      const [from, to] = [Math.floor(fromLives + 1e-9), Math.floor(toLives + 1e-9)];
      if (to <= from) return;
      // A return that was given up and begun again counts again, from the start.
      const own = ++run;
      isCounting = true;
      element.classList.add('counting');
      light(fromLives);
      setText(waitingLine, `+${livesWord(to - from)} while you were away`);
      for (let lives = from + 1; lives <= to && own === run; lives++) {
        await pause(prefersLessMotion() ? CALM_LIGHT_MS : LIGHT_MS);
        light(lives);
        lanterns[lives - 1]?.slot.classList.add('lit-now');
      }
      await pause(prefersLessMotion() ? CALM_LIGHT_MS : LIGHT_MS);
      announce(`${to - from === 1 ? 'A life' : livesWord(to - from)} came back. You have ${livesWord(to)}.`);
      if (own !== run) return;
      isCounting = false;
      element.classList.remove('counting');
      for (const { slot } of lanterns) slot.classList.remove('lit-now');
    },
  };
}
