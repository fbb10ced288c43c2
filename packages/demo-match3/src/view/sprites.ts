import { Special, STAR_KIND } from '../sim/index.js';
import { KIND_COLOURS, outline } from './shapes.js';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws each kind and special piece once per size; the board then only copies pictures. */
export interface Sprites {
  readonly cellPx: number;
  picture(kind: number, special: number): OffscreenCanvas;
}

function paintBody(context: Context, kind: number, radius: number): Path2D {
  const [light, middle, dark] = KIND_COLOURS[kind] ?? ['#fff', '#ccc', '#888'];
  const path = outline(kind, radius);
  context.save();
  context.shadowColor = 'rgb(0 0 12 / 0.45)';
  context.shadowBlur = radius * 0.22;
  context.shadowOffsetY = radius * 0.12;
  context.fillStyle = dark;
  context.fill(path);
  context.restore();
  const body = context.createRadialGradient(-radius * 0.3, -radius * 0.45, radius * 0.05, 0, 0, radius * 1.15);
  body.addColorStop(0, light);
  body.addColorStop(0.45, middle);
  body.addColorStop(1, dark);
  context.fillStyle = body;
  context.fill(path);
  return path;
}

/** What tells the kinds apart inside their outline: ribs, a core, a vein, facets. */
function paintInside(context: Context, kind: number, radius: number): void {
  const r = radius;
  context.lineWidth = Math.max(1, r * 0.055);
  context.strokeStyle = 'rgb(255 255 255 / 0.3)';
  const line = (...points: readonly (readonly [number, number])[]): void => {
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x * r, y * r);
    context.stroke();
  };
  if (kind === 0) {
    for (const width of [0.32, 0.66]) {
      context.beginPath();
      context.ellipse(0, 0, width * r, 0.83 * r, 0, 0, 2 * Math.PI);
      context.stroke();
    }
    context.fillStyle = '#ffcf6b';
    context.strokeStyle = 'rgb(90 30 10 / 0.8)';
    for (const y of [-0.92, 0.76]) {
      context.beginPath();
      context.roundRect(-0.32 * r, y * r, 0.64 * r, 0.17 * r, 0.06 * r);
      context.fill();
      context.stroke();
    }
  } else if (kind === 1 || kind === 3) {
    const core = context.createRadialGradient(0, 0.42 * r, 0, 0, 0.42 * r, 0.5 * r);
    core.addColorStop(0, 'rgb(255 255 235 / 0.85)');
    core.addColorStop(1, 'rgb(255 255 235 / 0)');
    context.fillStyle = core;
    context.fillRect(-r, -r, 2 * r, 2 * r);
  } else if (kind === 2) {
    line([-0.78, 0.78], [0.6, -0.6]);
    for (const t of [-0.35, 0, 0.3]) {
      line([t, -t], [t + 0.02, -t - 0.42]);
      line([t, -t], [t + 0.42, -t - 0.02]);
    }
  } else if (kind === 4) {
    line([-0.8, -0.12], [-0.3, -0.12], [0, -0.94], [0.3, -0.12], [0.8, -0.12]);
    line([-0.3, -0.12], [0, 0.94], [0.3, -0.12], [-0.3, -0.12]);
  } else if (kind === 5) {
    context.beginPath();
    for (let i = 0; i <= 6; i++) {
      const angle = (i / 6) * 2 * Math.PI;
      context.lineTo(Math.cos(angle) * 0.52 * r, Math.sin(angle) * 0.52 * r);
    }
    context.stroke();
    for (let i = 0; i < 6; i++) {
      const [x, y] = [Math.cos((i / 6) * 2 * Math.PI), Math.sin((i / 6) * 2 * Math.PI)];
      line([x * 0.52, y * 0.52], [x * 0.92, y * 0.92]);
    }
  } else if (kind === STAR_KIND) {
    KIND_COLOURS.slice(0, STAR_KIND).forEach(([, middle], i) => {
      const angle = (i / STAR_KIND) * 2 * Math.PI - Math.PI / 2;
      context.fillStyle = middle;
      context.beginPath();
      context.arc(Math.cos(angle) * 0.36 * r, Math.sin(angle) * 0.36 * r, 0.15 * r, 0, 2 * Math.PI);
      context.fill();
    });
  }
}

function paintGloss(context: Context, path: Path2D, radius: number): void {
  context.save();
  context.clip(path);
  const gloss = context.createLinearGradient(0, -radius, 0, radius * 0.1);
  gloss.addColorStop(0, 'rgb(255 255 255 / 0.62)');
  gloss.addColorStop(1, 'rgb(255 255 255 / 0)');
  context.fillStyle = gloss;
  context.beginPath();
  context.ellipse(-radius * 0.12, -radius * 0.62, radius * 0.62, radius * 0.42, -0.25, 0, 2 * Math.PI);
  context.fill();
  context.restore();
  context.lineWidth = Math.max(1, radius * 0.06);
  context.strokeStyle = 'rgb(255 255 255 / 0.28)';
  context.stroke(path);
}

/** Bars along the beam's line, or a ring for a burst, light over a dark edge so that they show on every kind. */
function paintSpecial(context: Context, special: number, radius: number): void {
  const marks = new Path2D();
  if (special === Special.burst) {
    marks.arc(0, 0, radius * 0.5, 0, 2 * Math.PI);
  } else if (special === Special.row || special === Special.column) {
    for (const offset of [-0.3, 0.3]) {
      const [x, y] = special === Special.row ? [0.62, offset] : [offset, 0.62];
      marks.moveTo((special === Special.row ? -x : x) * radius, (special === Special.row ? y : -y) * radius);
      marks.lineTo(x * radius, y * radius);
    }
  } else return;
  context.lineCap = 'round';
  context.lineWidth = radius * 0.27;
  context.strokeStyle = 'rgb(20 10 50 / 0.6)';
  context.stroke(marks);
  context.lineWidth = radius * 0.15;
  context.strokeStyle = '#fffdf2';
  context.stroke(marks);
}

/** @param cellPx - Side of a cell in device pixels. */
export function createSprites(cellPx: number): Sprites {
  const pictures = new Map<number, OffscreenCanvas>();
  return {
    cellPx,
    picture(kind, special) {
      const key = kind * 8 + special;
      const known = pictures.get(key);
      if (known) return known;
      const canvas = new OffscreenCanvas(cellPx, cellPx);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('This page needs a 2D canvas.');
      context.translate(cellPx / 2, cellPx / 2);
      const radius = cellPx * (kind === STAR_KIND ? 0.45 : 0.41);
      const path = paintBody(context, kind, radius);
      paintInside(context, kind, radius);
      paintGloss(context, path, radius);
      paintSpecial(context, special, radius);
      pictures.set(key, canvas);
      return canvas;
    },
  };
}
