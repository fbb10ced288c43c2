import type { Suspension } from 'ecs-suspension';
import type { FarmWorld } from '../sim/index.js';
import { Farm } from '../sim/index.js';
import { COIN, GRADIENTS, RAIN, SEED, SUN } from './art.js';
import { drawing, h, setText } from './dom.js';
import { showOutcome } from './effects.js';
import { createField } from './field.js';
import { createScenery } from './scenery.js';
import { createShop } from './shop.js';
import './style.css';
import { createTimeMachine } from './time-machine.js';
import { createTools } from './tools.js';
import { createVeil } from './veil.js';

/** Builds the page and draws what differs, once a frame. */
export function createView(world: FarmWorld, suspension: Suspension, root: HTMLElement): { frame(): void } {
  const coins = h('b', {}, '–');
  const seeds = h('b', {}, '–');
  const sky = h('span', { class: 'sky' });
  const skyWords = h('b', {}, '–');
  const said = h('p', { class: 'said', role: 'status', 'aria-live': 'polite' });
  const tools = createTools();
  const field = createField(world, (cell) => {
    if (suspension.playing) world.requests.push({ type: 'work', tool: tools.inHand, cell });
  });
  const parts = [field, createShop(world), createTimeMachine(suspension), createVeil(suspension)] as const;
  const [, shop, machine, veil] = parts;
  const ground = h('div', { class: 'ground' }, field.element, said, veil.element);
  root.append(
    createScenery(),
    drawing(GRADIENTS, '0 0 1 1'),
    h(
      'header',
      {},
      h('h1', {}, 'Pumpkin Terrace'),
      h(
        'ul',
        { class: 'purse' },
        h('li', { 'aria-label': 'Coins' }, drawing(COIN, '0 0 100 100'), coins),
        h('li', { 'aria-label': 'Seeds' }, drawing(SEED, '0 0 100 100'), seeds),
        h('li', { 'aria-label': 'Weather' }, sky, skyWords),
      ),
    ),
    h('main', {}, ground, tools.element),
    h('aside', {}, shop.element, machine.element),
  );

  let raining: boolean | undefined;
  return {
    frame() {
      for (const part of parts) part.frame();
      if (world.farm !== 0) {
        setText(coins, String(Farm.coins[world.farm]));
        setText(seeds, String(Farm.seeds[world.farm]));
      }
      if (raining !== world.weather.raining) {
        raining = world.weather.raining;
        sky.replaceChildren(drawing(raining ? RAIN : SUN, '0 0 100 100'));
        setText(skyWords, raining ? 'rain' : 'fair');
        root.classList.toggle('raining', raining);
      }
      for (const outcome of world.outcomes) {
        const plot = outcome.request.type === 'work' ? field.at(outcome.request.cell) : undefined;
        if (plot) showOutcome(plot, outcome);
      }
      const outcome = world.outcomes.at(-1);
      if (outcome) {
        setText(said, outcome.words);
        said.classList.toggle('refused', !outcome.done);
      }
      world.outcomes.length = 0;
    },
  };
}
