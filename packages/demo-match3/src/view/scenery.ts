import { svg } from './dom.js';

/** The evening behind the game: sky, moon, hills and water, coloured by the palette of the style sheet. */
export function createScenery(): SVGSVGElement {
  const star = (x: number, y: number, r: number): SVGElement => svg('circle', { cx: x, cy: y, r, class: 'sky-star' });
  const stars = Array.from({ length: 42 }, (_, i) => star((i * 197) % 1200, (i * 89) % 430, 0.8 + (i % 3) * 0.6));
  return svg(
    'svg',
    { class: 'scenery', viewBox: '0 0 1200 900', preserveAspectRatio: 'xMidYMax slice', 'aria-hidden': 'true' },
    svg(
      'defs',
      {},
      svg(
        'linearGradient',
        { id: 'sky', x1: 0, y1: 0, x2: 0, y2: 1 },
        svg('stop', { offset: 0, class: 'sky-top' }),
        svg('stop', { offset: 0.32, class: 'sky-middle' }),
        svg('stop', { offset: 0.62, class: 'sky-low' }),
      ),
      svg(
        'radialGradient',
        { id: 'glow' },
        svg('stop', { offset: 0.3, class: 'glow-near' }),
        svg('stop', { offset: 1, class: 'glow-far' }),
      ),
    ),
    svg('rect', { width: 1200, height: 900, fill: 'url(#sky)' }),
    ...stars,
    svg('circle', { cx: 740, cy: 190, r: 170, fill: 'url(#glow)' }),
    svg('circle', { cx: 740, cy: 190, r: 46, class: 'moon' }),
    svg('path', { class: 'hill far', d: 'M0 560C160 470 290 520 420 470S700 380 860 460s230 60 340 10v440H0Z' }),
    svg('path', { class: 'hill middle', d: 'M0 660c130-70 240-40 380-90s270 60 420 20 260-70 400 0v320H0Z' }),
    svg('path', { class: 'water', d: 'M0 740c200-22 420 14 620-4s380-20 580 6v160H0Z' }),
    svg('path', {
      class: 'glint',
      d: 'M780 772h150M812 792h96M760 818h60M830 840h110M380 790h70M330 826h40M520 850h90',
    }),
    svg('path', { class: 'hill near', d: 'M0 800c90-50 190-46 270-8s170 60 280 108H0Z' }),
    svg('path', { class: 'hill near', d: 'M1200 780c-80-30-150-20-230 20s-130 60-210 100h440Z' }),
  );
}
