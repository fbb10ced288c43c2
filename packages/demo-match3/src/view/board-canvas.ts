import { hasComponent, query } from 'bitecs';
import type { GameWorld } from '../sim/index.js';
import { CLEAR_MS, Cleared, Mist, Phase, Piece, phaseOf, Round, rowOf, SIZE } from '../sim/index.js';
import { prefersLessMotion } from './dom.js';
import { createEffects } from './effects.js';
import { createMotion } from './motion.js';
import type { Sprites } from './sprites.js';
import { createSprites } from './sprites.js';

/** What the player points at: drawn, never read by the rules. */
export interface Pointing {
  selected: number | undefined;
  hint: readonly number[];
}

export interface BoardCanvas {
  readonly element: HTMLCanvasElement;
  /** Shows what happened since the last frame, and the board as it is at `nowMs`. */
  paint(world: GameWorld, pointing: Pointing, nowMs: number): void;
}

/** Most device pixels a cell is drawn with; a sharper picture is not seen and costs time. */
const MOST_PX = 128;

export function createBoardCanvas(): BoardCanvas {
  const element = document.createElement('canvas');
  element.setAttribute('aria-hidden', 'true');
  const drawing = element.getContext('2d');
  if (!drawing) throw new Error('This page needs a 2D canvas.');
  const context = drawing;
  const motion = createMotion();
  const effects = createEffects(prefersLessMotion);
  let sprites: Sprites | undefined;
  let painted = '';

  function fit(): number {
    const cellPx = Math.min(MOST_PX, Math.round((element.clientWidth / SIZE) * devicePixelRatio)) || 1;
    if (sprites?.cellPx !== cellPx) {
      sprites = createSprites(cellPx);
      element.width = element.height = cellPx * SIZE;
    }
    return cellPx;
  }

  function paintMist(world: GameWorld, px: number, nowMs: number): void {
    for (const mist of query(world, [Mist])) {
      const cell = Mist.cell[mist] ?? 0;
      const [x, y] = [(cell % SIZE) * px, rowOf(cell) * px];
      const drift = prefersLessMotion() ? 0 : Math.sin(nowMs / 1400 + cell) * 0.05;
      context.fillStyle = 'rgb(214 228 255 / 0.34)';
      context.beginPath();
      context.roundRect(x + px * 0.03, y + px * 0.03, px * 0.94, px * 0.94, px * 0.2);
      context.fill();
      context.strokeStyle = 'rgb(240 246 255 / 0.75)';
      context.lineWidth = px * 0.045;
      context.lineCap = 'round';
      context.beginPath();
      for (const [row, length] of [
        [0.26, 0.5],
        [0.74, 0.44],
      ] as const) {
        const from = 0.25 + drift * (row > 0.5 ? -1 : 1);
        context.moveTo(x + px * from, y + px * row);
        context.bezierCurveTo(
          x + px * (from + 0.15),
          y + px * (row - 0.09),
          x + px * (from + 0.3),
          y + px * (row + 0.09),
          x + px * (from + length),
          y + px * row,
        );
      }
      context.stroke();
    }
  }

  function paintPieces(world: GameWorld, pointing: Pointing, px: number, nowMs: number, art: Sprites): void {
    const clearing = phaseOf(world) === Phase.clear ? 1 - (Round.leftMs[world.round] ?? 0) / CLEAR_MS : 0;
    for (const piece of query(world, [Piece])) {
      const cell = Piece.cell[piece] ?? 0;
      const { x, y } = motion.place(piece, cell, nowMs);
      if (y <= -1) continue;
      let scale = 1;
      let turn = 0;
      if (hasComponent(world, piece, Cleared)) {
        scale = clearing < 0.25 ? 1 + clearing * 0.6 : Math.max(0, 1.15 * (1 - (clearing - 0.25) / 0.75));
      } else if (pointing.selected === cell) scale = 1.1 + (prefersLessMotion() ? 0 : Math.sin(nowMs / 140) * 0.04);
      else if (pointing.hint.includes(cell)) {
        if (prefersLessMotion()) scale = 1.1;
        else turn = Math.sin(nowMs / 110) * 0.13;
      }
      if (scale <= 0.01) continue;
      const picture = art.picture(Piece.kind[piece] ?? 0, Piece.special[piece] ?? 0);
      if (scale === 1 && turn === 0) {
        context.drawImage(picture, Math.round(x * px), Math.round(y * px));
        continue;
      }
      context.save();
      context.translate((x + 0.5) * px, (y + 0.5) * px);
      context.rotate(turn);
      context.scale(scale, scale);
      context.drawImage(picture, -px / 2, -px / 2);
      context.restore();
    }
  }

  function paintSelected(cell: number, px: number): void {
    context.strokeStyle = '#fff6d8';
    context.lineWidth = px * 0.06;
    context.beginPath();
    context.roundRect(((cell % SIZE) + 0.05) * px, (rowOf(cell) + 0.05) * px, px * 0.9, px * 0.9, px * 0.2);
    context.stroke();
  }

  return {
    element,
    paint(world, pointing, nowMs) {
      const pieces = (): (readonly [number, number])[] =>
        [...query(world, [Piece])].map((piece) => [piece, Piece.cell[piece] ?? 0] as const);
      for (const event of world.events) {
        if (!prefersLessMotion()) motion.follow(event, pieces, nowMs);
        effects.follow(event, nowMs);
      }
      const px = fit();
      const phase = phaseOf(world);
      const still = phase !== Phase.clear && !motion.moving && !effects.moving;
      const calm =
        still && pointing.selected === undefined && pointing.hint.length === 0 && query(world, [Mist]).length === 0;
      const state = `${px} ${phase} ${world.events.length} ${Round.level[world.round]} ${Round.moves[world.round]}`;
      // A board that stands still is not drawn again: that is most of the time, and a phone's battery.
      if (calm && state === painted) return;
      painted = calm ? state : '';
      context.clearRect(0, 0, element.width, element.height);
      paintPieces(world, pointing, px, nowMs, sprites ?? createSprites(px));
      paintMist(world, px, nowMs);
      if (pointing.selected !== undefined) paintSelected(pointing.selected, px);
      effects.paint(context, nowMs, px);
    },
  };
}
