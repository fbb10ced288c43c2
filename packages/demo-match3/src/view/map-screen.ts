import type { GameWorld } from '../sim/index.js';
import { LEVELS, openLevel, starsOf } from '../sim/index.js';
import { button, h, setDisabled, svg } from './dom.js';
import { lanternIcon, starIcon } from './icons.js';

export interface MapScreen {
  readonly element: HTMLElement;
  show(world: GameWorld): void;
  /** Puts the focus on the furthest open level. */
  focus(): void;
}

/** Where the levels lie on the map, in hundredths of its width and height, from the shore up the hill. */
const PLACES: readonly (readonly [number, number])[] = [
  [24, 86],
  [68, 71],
  [32, 54],
  [71, 38],
  [40, 19],
];
const WAY = 'M24 96C20 90 20 88 24 86C40 78 62 82 68 71C73 60 34 64 32 54C30 44 66 49 71 38C76 27 46 31 40 19';

/** @param choose - Called with the level that the player wants to see. */
export function createMapScreen(choose: (level: number) => void): MapScreen {
  const nodes = LEVELS.map((level, index) => {
    const stars = h('span', { class: 'node-stars' });
    const [left, top] = PLACES[index] ?? [50, 50];
    const element = button(
      { class: 'node', style: `left:${left}%;top:${top}%` },
      () => choose(index),
      lanternIcon(),
      h('span', { class: 'node-number' }, String(index + 1)),
      stars,
    );
    return { element, stars, level };
  });
  const way = svg(
    'svg',
    { class: 'way', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('path', { d: WAY, class: 'way-edge' }),
    svg('path', { d: WAY, class: 'way-line' }),
  );
  const list = h(
    'div',
    { class: 'nodes', role: 'group', 'aria-label': 'Levels' },
    ...nodes.map((node) => node.element),
  );
  const element = h('section', { class: 'map', 'aria-label': 'Map', hidden: true }, way, list);
  let shown = '';
  let open = 0;

  return {
    element,
    focus: () => nodes[open]?.element.focus(),
    show(world) {
      open = openLevel(world);
      const won = LEVELS.map((_, level) => starsOf(world, level));
      const state = `${open} ${won.join('')}`;
      if (state === shown) return;
      shown = state;
      nodes.forEach(({ element: node, stars, level }, index) => {
        const count = won[index] ?? 0;
        node.classList.toggle('won', count > 0);
        node.classList.toggle('next', index === open);
        setDisabled(node, index > open);
        stars.replaceChildren(...(count > 0 ? [1, 2, 3].map((n) => starIcon(n <= count)) : []));
        const standing = index > open ? 'closed' : count > 0 ? `${count} of 3 stars` : 'open';
        node.setAttribute('aria-label', `Level ${index + 1}, ${level.name}, ${standing}`);
      });
    },
  };
}
