import { svg } from './dom.js';
import { KIND_COLOURS } from './shapes.js';

/** A paper lantern whose light stands at `--lit`, from 0 to 1. */
export function lanternIcon(): SVGSVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 32 40', class: 'lantern', 'aria-hidden': 'true' },
    svg('path', { class: 'lantern-body', d: 'M9 8h14c6 5 6 19 0 24H9C3 27 3 13 9 8Z' }),
    svg('g', { class: 'lantern-light' }, svg('path', { d: 'M9 8h14c6 5 6 19 0 24H9C3 27 3 13 9 8Z' })),
    svg('path', { class: 'lantern-ribs', d: 'M12 8c-3 7-3 17 0 24M20 8c3 7 3 17 0 24M16 8v24' }),
    svg('path', { class: 'lantern-caps', d: 'M10 5h12v4H10zM10 31h12v4H10zM16 1v4M16 35v4' }),
  );
}

export function coinIcon(): SVGSVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    svg('circle', { cx: 12, cy: 12, r: 10.5, fill: '#e08a12' }),
    svg('circle', { cx: 12, cy: 11, r: 9.5, fill: '#ffcb4d' }),
    svg('path', { d: 'M12 5.5 17 11l-5 5.5L7 11Z', fill: '#fff0bd', stroke: '#d98a16', 'stroke-width': 1.4 }),
  );
}

export function starIcon(isWon: boolean): SVGSVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 24 24', class: isWon ? 'star won' : 'star', 'aria-hidden': 'true' },
    svg('path', { d: 'm12 2 3 6.6 7 .8-5.2 4.9 1.4 7.1L12 17.8 5.8 21.4l1.4-7.1L2 9.4l7-.8Z' }),
  );
}

export function mistIcon(): SVGSVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 32 32', class: 'goal-icon', 'aria-hidden': 'true' },
    svg('rect', { x: 2, y: 2, width: 28, height: 28, rx: 7, class: 'mist-tile' }),
    svg('path', { d: 'M8 12c4-3 7 3 11 0s3-1 5-1M8 21c4-3 7 3 11 0s3-1 5-1', class: 'mist-lines' }),
  );
}

export function pointsIcon(): SVGSVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 24 24', class: 'goal-icon', 'aria-hidden': 'true' },
    svg('path', {
      d: 'm12 2 3 6.6 7 .8-5.2 4.9 1.4 7.1L12 17.8 5.8 21.4l1.4-7.1L2 9.4l7-.8Z',
      fill: KIND_COLOURS[1]?.[1],
    }),
  );
}
