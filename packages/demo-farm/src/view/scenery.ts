import { drawing, h } from './dom.js';

const CLOUD =
  '<path d="M18 60a17 17 0 0 1 3-33 25 25 0 0 1 47-5 20 20 0 0 1 33 12 13 13 0 0 1-3 26Z" fill="var(--cloud)"/><path d="M21 60a17 17 0 0 1-8-28c1 14 18 20 40 19s41 1 51-9a13 13 0 0 1-6 18Z" fill="var(--cloud-under)"/>';

const row = (count: number, at: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => at(i)).join('');

const tree = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-3 0v-14h6V0Z" fill="var(--trunk)"/><path d="M0-58c17 9 23 27 14 40-6 8-22 8-28 0-9-13-3-31 14-40Z" fill="var(--tree)"/><path d="M0-58c17 9 23 27 14 40-3 4-8 6-13 6 9-14 9-31-1-46Z" fill="var(--tree-shade)"/></g>`;

/** Hills from far to near, a barn, an orchard, and furrows that run to the horizon. */
const LAND = `
<path d="M0 150C150 70 290 96 430 128S720 40 900 96s220 52 300 20v244H0Z" fill="var(--hill-far)"/>
<path d="M0 196c130-60 250-50 390-14s260 10 400-34 290-24 410 26v190H0Z" fill="var(--hill-middle)"/>
<g stroke="var(--furrow)" stroke-width="3" fill="none" opacity=".55">${row(9, (i) => `<path d="M${690 + i * 38} ${176 - Math.round(18 * Math.sin((i * Math.PI) / 9))}Q${640 + i * 62} 214 ${560 + i * 92} 262"/>`)}</g>
${row(7, (i) => tree(52 + i * 44, 204 - Math.round(10 * Math.sin(i * 0.8)), 0.62 + (i % 3) * 0.07))}
<g transform="translate(924 96)">
  <path d="M96 92V22c0-18 34-18 34 0v70Z" fill="var(--silo)"/><path d="M96 24c0-22 34-22 34 0Z" fill="var(--roof)"/>
  <path d="M0 92V42L16 14h52l16 28v50Z" fill="var(--barn)"/><path d="M42 14h26l16 28v50H42Z" fill="var(--barn-shade)"/>
  <path d="M-6 46 12 10h60l18 36-8 2L68 18H16L2 48Z" fill="var(--roof)"/>
  <path d="M28 92V58h28v34Z" fill="var(--door)"/><path d="M28 58 56 92M56 58 28 92M28 58h28v34H28Z" stroke="var(--trim)" stroke-width="2.5" fill="none"/>
  <path d="M36 28h12v12H36Z" fill="var(--lamp)" stroke="var(--trim)" stroke-width="2"/>
</g>
<path d="M0 238c210-40 380-20 600-4s420 0 600-24v150H0Z" fill="var(--hill-near)"/>
<g fill="var(--fence)">${row(31, (i) => `<path d="M${i * 40} 262v-30l4-5 4 5v30Z"/>`)}<path d="M0 238h1200v5H0zM0 250h1200v5H0z"/></g>
<path d="M0 256h1200v104H0Z" fill="var(--meadow)"/>`;

/** What lies behind the farm. It is a picture and tells nothing: the weather is said in words beside the coins. */
export function createScenery(): HTMLElement {
  const land = drawing(LAND, '0 0 1200 300');
  land.setAttribute('class', 'land');
  land.setAttribute('preserveAspectRatio', 'xMidYMax slice');
  const clouds = [0, 1, 2, 3].map((i) => {
    const cloud = drawing(CLOUD, '0 0 110 64');
    cloud.setAttribute('class', `cloud cloud-${i}`);
    return cloud;
  });
  return h(
    'div',
    { class: 'scenery', 'aria-hidden': 'true' },
    h('i', { class: 'light' }),
    ...clouds,
    land,
    h('i', { class: 'overcast' }),
    h('i', { class: 'rain' }),
  );
}
