import type { Outcome } from '../sim/index.js';
import { PUMPKIN_PRICE } from '../sim/index.js';
import { h } from './dom.js';

/** What flies off a plot that was worked: how many bits, and their class in the style sheet. */
const BITS: { readonly [tool: string]: readonly [count: number, name: string] } = {
  plough: [7, 'clod'],
  plant: [4, 'leaflet'],
  water: [9, 'drop'],
  harvest: [8, 'spark'],
};

const prefersLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows on the plot itself what came of a request; each bit takes itself away. */
export function showOutcome(plot: HTMLElement, { request, done }: Outcome): void {
  if (request.type !== 'work') return;
  const leave = ({ target }: Event): void => (target as HTMLElement).remove();
  const add = (...bits: HTMLElement[]): void => {
    for (const bit of bits) bit.addEventListener('animationend', leave);
    plot.append(...bits);
  };
  if (done && request.tool === 'harvest') add(h('i', { class: 'earned' }, `+${PUMPKIN_PRICE}`));
  if (prefersLessMotion()) return;
  if (!done) {
    plot.classList.remove('no');
    // Read between the two, so that a shake that is under way begins anew.
    void plot.offsetWidth;
    plot.classList.add('no');
    return;
  }
  const [count, name] = BITS[request.tool] ?? [0, ''];
  for (let i = 0; i < count; i++) {
    const bit = h('i', { class: `bit ${name}` });
    const turn = (i + 0.5) / count;
    bit.style.setProperty('--x', `${Math.round((turn - 0.5) * 130)}`);
    bit.style.setProperty('--y', `${-30 - ((i * 37) % 50)}`);
    bit.style.setProperty('--wait', `${(i * 29) % 90}ms`);
    add(bit);
  }
}
