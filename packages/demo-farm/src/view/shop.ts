import type { FarmWorld, Upgrade } from '../sim/index.js';
import { Farm, SEED_PRICE, UPGRADES } from '../sim/index.js';
import { h, setText } from './dom.js';

const SEEDS_AT_ONCE = 5;
const NAMES: { readonly [upgrade in Upgrade]: string } = { deepSoil: 'Deep soil', newGround: 'New ground' };
const TELLS: { readonly [upgrade in Upgrade]: string } = {
  deepSoil: 'water lasts half an hour longer',
  newGround: 'six more plots',
};

/** What coins buy: folded away until it is wanted. */
export function createShop(world: FarmWorld): { readonly element: HTMLElement; frame(): void } {
  const seeds = h(
    'button',
    { type: 'button', class: 'buy' },
    `${SEEDS_AT_ONCE} seeds`,
    h('span', {}, `${SEEDS_AT_ONCE * SEED_PRICE} coins`),
  );
  seeds.addEventListener('click', () => world.requests.push({ type: 'buy-seeds', count: SEEDS_AT_ONCE }));
  const upgrades = (Object.keys(UPGRADES) as Upgrade[]).map((upgrade) => {
    const price = h('span');
    const button = h('button', { type: 'button', class: 'buy' }, NAMES[upgrade], h('small', {}, TELLS[upgrade]), price);
    button.addEventListener('click', () => world.requests.push({ type: 'buy', upgrade }));
    return { upgrade, price, button };
  });
  const element = h(
    'details',
    // Where there is room beside the field, the shop stands open.
    { class: 'shop card', open: matchMedia('(min-width: 900px)').matches },
    h('summary', {}, 'Shop'),
    h('div', { class: 'shelf inside' }, seeds, ...upgrades.map(({ button }) => button)),
  );
  return {
    element,
    frame() {
      if (!(element as HTMLDetailsElement).open) return;
      const coins = Farm.coins[world.farm] ?? 0;
      seeds.disabled = coins < SEEDS_AT_ONCE * SEED_PRICE;
      for (const { upgrade, price, button } of upgrades) {
        const level = Farm[upgrade][world.farm] ?? 0;
        const { most, price: costs } = UPGRADES[upgrade];
        setText(price, level >= most ? 'all bought' : `${costs(level)} coins`);
        button.disabled = level >= most || coins < costs(level);
      }
    },
  };
}
