import type { Goal } from '../sim/index.js';
import { h, setText } from './dom.js';
import { mistIcon, pointsIcon } from './icons.js';
import { createSprites } from './sprites.js';
import { goalLabel } from './words.js';

/** Side of a goal's picture, in device pixels. */
const PICTURE_PX = 72;
const art = createSprites(PICTURE_PX);

export function goalIcon(goal: Goal): Element {
  if (goal.type === 'mist') return mistIcon();
  if (goal.type === 'score') return pointsIcon();
  const canvas = h('canvas', { width: PICTURE_PX, height: PICTURE_PX, class: 'goal-icon', 'aria-hidden': 'true' });
  canvas.getContext('2d')?.drawImage(art.picture(goal.kind, 0), 0, 0);
  return canvas;
}

/** One goal with what is left of it; `show(0)` ticks it off. */
export function createGoal(goal: Goal): { readonly element: HTMLElement; show(left: number): void } {
  const left = h('span', { class: 'goal-left' });
  const element = h('div', { class: 'goal', role: 'img' }, goalIcon(goal), left);
  return {
    element,
    show(count) {
      setText(left, count === 0 ? '✓' : String(count));
      element.classList.toggle('done', count === 0);
      const label = count === 0 ? 'Goal reached' : goalLabel(goal, count);
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
    },
  };
}
