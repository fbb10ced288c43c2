import { hasComponent, query } from 'bitecs';
import type { FarmWorld } from '../sim/index.js';
import { COLUMNS, Farm, Plot, Pumpkin, RIPE, Soil, STAGES_FROM, STEP_MS, stageOf, waterLasts } from '../sim/index.js';
import { CROPS } from './art.js';
import { drawing, h } from './dom.js';

const STAGE_WORDS = ['a seed', 'a sprout', 'a vine', 'a flower', 'a green pumpkin', 'a ripe pumpkin'];

interface Cell {
  readonly button: HTMLButtonElement;
  shown: string;
  stage: number;
}

/** The plots as a grid of buttons: one stop of the Tab key, arrows inside. */
export interface Field {
  readonly element: HTMLElement;
  frame(): void;
  /** The element of a cell, for what happens on it to be shown there. */
  at(cell: number): HTMLElement | undefined;
}

/**
 * @param work - The tool in hand, on a cell: by tap, by drag over several plots, and by Enter or Space.
 */
export function createField(world: FarmWorld, work: (cell: number) => void): Field {
  const element = h('div', { class: 'field', role: 'grid', 'aria-label': 'Field' });
  const cells = new Map<number, Cell>();
  let focused = 0;

  const focus = (cell: number): void => {
    const next = cells.get(cell);
    if (!next) return;
    cells.get(focused)?.button.setAttribute('tabindex', '-1');
    focused = cell;
    next.button.setAttribute('tabindex', '0');
    next.button.focus();
  };
  element.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const sideways = Math.abs(step) === 1;
    const sameRow = Math.floor((focused + step) / COLUMNS) === Math.floor(focused / COLUMNS);
    if (!sideways || sameRow) focus(focused + step);
  });

  // A drag works every plot it comes over, once.
  let lastWorked = -1;
  const under = (event: PointerEvent): number => {
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-cell]');
    return target ? Number(target.dataset['cell']) : -1;
  };
  const drag = (event: PointerEvent): void => {
    const cell = under(event);
    if (cell < 0 || cell === lastWorked) return;
    lastWorked = cell;
    work(cell);
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    lastWorked = -1;
    drag(event);
    element.addEventListener('pointermove', drag);
  });
  const end = (): void => element.removeEventListener('pointermove', drag);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  element.addEventListener('click', (event) => {
    // A pointer has worked the plot already; a click without one is the keyboard's or a screen reader's.
    if (event.detail !== 0) return;
    const target = (event.target as Element).closest<HTMLElement>('[data-cell]');
    if (target) work(Number(target.dataset['cell']));
  });

  function add(cell: number): Cell {
    const button = h('button', {
      type: 'button',
      class: 'plot',
      role: 'gridcell',
      'data-cell': cell,
      // Looks scattered, and is the same each time.
      'data-tuft': Math.imul(cell + 3, 0x9e3779b1) >>> 29,
      tabindex: cell === focused ? 0 : -1,
    });
    button.addEventListener('focus', () => {
      cells.get(focused)?.button.setAttribute('tabindex', '-1');
      focused = cell;
      button.setAttribute('tabindex', '0');
    });
    if (cell % COLUMNS === 0) element.append(h('div', { role: 'row', class: 'row' }));
    element.lastElementChild?.append(button);
    const made: Cell = { button, shown: '', stage: -1 };
    cells.set(cell, made);
    return made;
  }

  function frame(): void {
    const plots = [...query(world, [Plot])].sort((a, b) => Plot.cell[a]! - Plot.cell[b]!);
    for (const plot of plots) show(plot, cells.get(Plot.cell[plot]!) ?? add(Plot.cell[plot]!));
  }

  function show(plot: number, cell: Cell): void {
    const ploughed = hasComponent(world, plot, Soil);
    const planted = hasComponent(world, plot, Pumpkin);
    const wet = ploughed && Soil.waterLeft[plot]! > 0;
    const grown = Pumpkin.grown[plot]!;
    const stage = planted ? stageOf(grown) : -1;
    const lasts = waterLasts(Farm.deepSoil[world.farm]!);
    const minutes = Math.ceil((Soil.waterLeft[plot]! * STEP_MS) / 60_000);
    const shown = `${ploughed} ${Soil.waterLeft[plot]} ${planted ? grown : ''}`;
    if (shown === cell.shown) return;
    cell.shown = shown;
    const { button } = cell;
    button.classList.toggle('soil', ploughed);
    button.classList.toggle('wet', wet);
    button.classList.toggle('ripe', stage === STAGE_WORDS.length - 1);
    button.dataset['grown'] = planted ? String(grown) : '';
    button.dataset['water'] = ploughed ? String(Soil.waterLeft[plot]) : '';
    button.classList.toggle('thirsty', planted && !wet && grown < RIPE);
    button.style.setProperty('--grown', planted ? String(grown / RIPE) : '0');
    button.style.setProperty('--wetness', ploughed ? String(Soil.waterLeft[plot]! / lasts) : '0');
    button.style.setProperty('--size', String(planted ? sizeOf(grown, stage) : 1));
    if (stage !== cell.stage) {
      cell.stage = stage;
      button.querySelector('.crop')?.remove();
      if (stage >= 0) button.prepend(h('span', { class: 'crop' }, drawing(CROPS[stage] ?? '', '4 12 92 82')));
    }
    button.setAttribute('aria-label', words(Plot.cell[plot]!, ploughed, wet ? minutes : 0, stage, grown));
  }

  return { element, frame, at: (cell) => cells.get(cell)?.button };
}

/** A crop grows within its stage too: from four fifths of the drawing's size to the whole. */
function sizeOf(grown: number, stage: number): number {
  const from = STAGES_FROM[stage] ?? 0;
  const to = STAGES_FROM[stage + 1] ?? from;
  return to === from ? 1 : 0.8 + (0.2 * (grown - from)) / (to - from);
}

function words(cell: number, ploughed: boolean, minutes: number, stage: number, grown: number): string {
  const place = `Row ${Math.floor(cell / COLUMNS) + 1}, plot ${(cell % COLUMNS) + 1}`;
  if (!ploughed) return `${place}: grass`;
  const ground = minutes > 0 ? `wet for ${minutes} minutes` : 'dry soil';
  if (stage < 0) return `${place}: ${ground}`;
  const crop =
    grown >= RIPE ? STAGE_WORDS[stage] : `${STAGE_WORDS[stage]}, ${Math.floor((grown * 100) / RIPE)} % grown`;
  return `${place}: ${crop}, ${ground}`;
}
