import type { GameEvent } from '../sim/index.js';
import { columnOf, rowOf, SIZE, Special } from '../sim/index.js';
import { KIND_COLOURS } from './shapes.js';

interface Spark {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly colour: string;
  readonly size: number;
}
interface Flash {
  readonly startMs: number;
  readonly lengthMs: number;
  paint(context: CanvasRenderingContext2D, t: number, cellPx: number): void;
}

/** Sparks, beams, rings and points over the board: decoration only, gone within a second. */
export interface Effects {
  follow(event: GameEvent, nowMs: number): void;
  paint(context: CanvasRenderingContext2D, nowMs: number, cellPx: number): void;
  readonly moving: boolean;
}

const FLASH_MS = 420;

function beam(special: number, cell: number): Flash['paint'] {
  return (context, t, cellPx) => {
    const isRow = special === Special.row;
    const middle = (isRow ? rowOf(cell) : columnOf(cell)) + 0.5;
    const at = (isRow ? columnOf(cell) : rowOf(cell)) + 0.5;
    const reach = Math.min(1, t * 2.2) * SIZE;
    const start = Math.max(0, at - reach) * cellPx;
    const end = Math.min(SIZE, at + reach) * cellPx;
    const half = 0.42 * (1 - t) * cellPx;
    context.globalAlpha = 0.9 * (1 - t);
    for (const [width, colour] of [
      [half, 'rgb(255 214 120 / 0.55)'],
      [half * 0.4, '#fffdf0'],
    ] as const) {
      context.fillStyle = colour;
      if (isRow) context.fillRect(start, middle * cellPx - width, end - start, width * 2);
      else context.fillRect(middle * cellPx - width, start, width * 2, end - start);
    }
  };
}

function ring(cell: number, reachCells: number): Flash['paint'] {
  return (context, t, cellPx) => {
    context.globalAlpha = 1 - t;
    context.strokeStyle = '#fff3cf';
    context.lineWidth = 0.28 * (1 - t) * cellPx;
    context.beginPath();
    const eased = 1 - (1 - t) ** 3;
    context.arc((columnOf(cell) + 0.5) * cellPx, (rowOf(cell) + 0.5) * cellPx, eased * reachCells * cellPx, 0, 7);
    context.stroke();
  };
}

function rays(cell: number, reach: readonly number[]): Flash['paint'] {
  return (context, t, cellPx) => {
    const x = (columnOf(cell) + 0.5) * cellPx;
    const y = (rowOf(cell) + 0.5) * cellPx;
    context.globalAlpha = 0.8 * (1 - t);
    context.strokeStyle = '#fff7dc';
    context.lineWidth = 0.09 * (1 - t) * cellPx + 0.5;
    context.beginPath();
    const part = Math.min(1, t * 2.5);
    for (const to of reach) {
      context.moveTo(x, y);
      context.lineTo(
        x + (columnOf(to) + 0.5 - x / cellPx) * part * cellPx,
        y + (rowOf(to) + 0.5 - y / cellPx) * part * cellPx,
      );
    }
    context.stroke();
  };
}

function points(x: number, y: number, text: string, chain: number): Flash['paint'] {
  return (context, t, cellPx) => {
    const size = cellPx * Math.min(0.85, 0.46 + 0.08 * chain);
    context.globalAlpha = t < 0.6 ? 1 : 1 - (t - 0.6) / 0.4;
    context.font = `800 ${size}px ui-rounded, "Nunito", system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = size * 0.2;
    context.strokeStyle = '#2a1340';
    context.fillStyle = '#ffe9a8';
    const at = [(x + 0.5) * cellPx, (y + 0.5 - t * 0.7) * cellPx] as const;
    context.strokeText(text, ...at);
    context.fillText(text, ...at);
  };
}

/** @param isCalm - Whether the player asked for less motion: then only the points are shown. */
export function createEffects(isCalm: () => boolean): Effects {
  let sparks: (Spark & { readonly startMs: number })[] = [];
  let flashes: Flash[] = [];

  function spray(cell: number, kind: number, nowMs: number): void {
    const [light, middle] = KIND_COLOURS[kind] ?? ['#fff', '#fff'];
    for (let i = 0; i < 6; i++) {
      // Spread by golden angle: an even spray without a draw of chance.
      const angle = (cell * 7 + i) * 2.399963;
      const speed = 1.1 + ((cell + i * 5) % 7) * 0.28;
      const [x, y] = [columnOf(cell) + 0.5, rowOf(cell) + 0.5];
      const colour = i % 2 ? light : middle;
      const size = 0.05 + (i % 3) * 0.022;
      sparks.push({
        x,
        y,
        vx: Math.cos(angle) * speed,
        vy: Math.sin(angle) * speed - 0.8,
        colour,
        size,
        startMs: nowMs,
      });
    }
  }

  return {
    follow(event, nowMs) {
      if (event.type !== 'cleared') return;
      const flash = (paint: Flash['paint'], lengthMs = FLASH_MS): void => {
        flashes.push({ startMs: nowMs, lengthMs, paint });
      };
      const { pieces, chain } = event;
      const middle = (of: (cell: number) => number): number =>
        pieces.reduce((sum, piece) => sum + of(piece.cell), 0) / Math.max(1, pieces.length);
      const text = chain > 1 ? `+${event.points} ×${chain}` : `+${event.points}`;
      flash(points(Math.min(6, Math.max(1, middle(columnOf))), Math.max(0.6, middle(rowOf)), text, chain), 900);
      if (isCalm()) return;
      for (const { cell, kind } of pieces) spray(cell, kind, nowMs);
      for (const { special, cell, reach } of event.effects) {
        if (special === Special.burst) flash(ring(cell, 2));
        else if (special === Special.star) flash(rays(cell, reach), 520);
        else flash(beam(special, cell));
      }
    },
    paint(context, nowMs, cellPx) {
      context.save();
      sparks = sparks.filter((spark) => nowMs - spark.startMs < 560);
      for (const { x, y, vx, vy, colour, size, startMs } of sparks) {
        const t = (nowMs - startMs) / 560;
        context.globalAlpha = 1 - t;
        context.fillStyle = colour;
        context.beginPath();
        context.arc((x + vx * t) * cellPx, (y + vy * t + 1.6 * t * t) * cellPx, size * (1 - t * 0.5) * cellPx, 0, 7);
        context.fill();
      }
      flashes = flashes.filter((flash) => nowMs - flash.startMs < flash.lengthMs);
      for (const flash of flashes) flash.paint(context, (nowMs - flash.startMs) / flash.lengthMs, cellPx);
      context.restore();
    },
    get moving() {
      return sparks.length + flashes.length > 0;
    },
  };
}
