import { areNeighbours, CELLS, columnOf, rowOf, SIZE } from '../sim/index.js';
import { h } from './dom.js';

/** The board as a grid that can be touched, dragged over, walked with the keyboard and read aloud. */
export interface BoardInput {
  readonly element: HTMLElement;
  selected: number | undefined;
  /** Gives each cell what a screen reader says of it. */
  label(labels: readonly string[]): void;
  focus(): void;
}

const ARROWS: { readonly [key: string]: readonly [number, number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function towards(cell: number, [down, across]: readonly [number, number]): number | undefined {
  const row = rowOf(cell) + down;
  const column = columnOf(cell) + across;
  return row >= 0 && row < SIZE && column >= 0 && column < SIZE ? row * SIZE + column : undefined;
}

/** @param swap - Called with two neighbouring cells, however they were chosen. */
export function createBoardInput(swap: (from: number, to: number) => void): BoardInput {
  const cells = Array.from({ length: CELLS }, (_, cell) =>
    h('div', { role: 'gridcell', class: 'cell', tabindex: cell === 0 ? 0 : -1, 'data-cell': cell }),
  );
  const rows = Array.from({ length: SIZE }, (_, row) =>
    h('div', { role: 'row', class: 'cells' }, ...cells.slice(row * SIZE, (row + 1) * SIZE)),
  );
  const element = h('div', { role: 'grid', class: 'grid', 'aria-label': 'Board' }, ...rows);
  let current = 0;
  let drag: { readonly cell: number; readonly x: number; readonly y: number } | undefined;

  const input: BoardInput = {
    element,
    selected: undefined,
    label(labels) {
      for (const [cell, label] of labels.entries()) cells[cell]?.setAttribute('aria-label', label);
    },
    focus: () => cells[current]?.focus(),
  };

  function select(cell: number | undefined): void {
    if (input.selected !== undefined) cells[input.selected]?.removeAttribute('aria-selected');
    input.selected = cell;
    if (cell !== undefined) cells[cell]?.setAttribute('aria-selected', 'true');
  }

  function goTo(cell: number, withFocus: boolean): void {
    cells[current]?.setAttribute('tabindex', '-1');
    current = cell;
    cells[cell]?.setAttribute('tabindex', '0');
    if (withFocus) cells[cell]?.focus();
  }

  /** A tap or Enter: chooses a piece, swaps it with a neighbour, or lets it go. */
  function choose(cell: number): void {
    const { selected } = input;
    if (selected === undefined) select(cell);
    else if (areNeighbours(selected, cell)) trySwap(selected, cell);
    else select(selected === cell ? undefined : cell);
  }

  function trySwap(from: number, to: number): void {
    select(undefined);
    swap(from, to);
  }

  function cellAt(event: PointerEvent): number {
    const box = element.getBoundingClientRect();
    const at = (offset: number, size: number): number =>
      Math.min(SIZE - 1, Math.max(0, Math.floor((offset / size) * SIZE)));
    return at(event.clientY - box.top, box.height) * SIZE + at(event.clientX - box.left, box.width);
  }

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const cell = cellAt(event);
    goTo(cell, true);
    drag = { cell, x: event.clientX, y: event.clientY };
  });
  element.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (Math.max(Math.abs(x), Math.abs(y)) < (element.clientWidth / SIZE) * 0.45) return;
    const step = Math.abs(x) > Math.abs(y) ? ([0, Math.sign(x)] as const) : ([Math.sign(y), 0] as const);
    const to = towards(drag.cell, step);
    const from = drag.cell;
    drag = undefined;
    if (to !== undefined) trySwap(from, to);
  });
  element.addEventListener('pointerup', () => {
    if (drag) choose(drag.cell);
    drag = undefined;
  });
  element.addEventListener('pointercancel', () => {
    drag = undefined;
  });
  element.addEventListener('keydown', (event) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const to = towards(current, arrow);
      const from = input.selected;
      if (to !== undefined) {
        goTo(to, true);
        if (from !== undefined && areNeighbours(from, to)) trySwap(from, to);
      }
    } else if (event.key === 'Enter' || event.key === ' ') choose(current);
    else if (event.key === 'Escape' && input.selected !== undefined) select(undefined);
    else return;
    event.preventDefault();
  });
  return input;
}
