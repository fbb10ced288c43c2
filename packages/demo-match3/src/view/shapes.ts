/** Light, middle and dark of each kind's gradient, and of the star. */
export const KIND_COLOURS: readonly (readonly [string, string, string])[] = [
  ['#ffb3a1', '#f0483e', '#8f1230'],
  ['#fff0a8', '#ffab1f', '#a84a00'],
  ['#d6f7a0', '#4fb947', '#12603c'],
  ['#b8fff0', '#16b8b4', '#065a6f'],
  ['#bcd9ff', '#3f7df6', '#1a2f9a'],
  ['#f2c4ff', '#a94ff0', '#4c1590'],
  ['#ffffff', '#ffe9b8', '#c79bff'],
];

type Trace = (path: Path2D) => void;

function polygon(points: readonly (readonly [number, number])[], round: number): Trace {
  return (path) => {
    const at = (i: number): readonly [number, number] => points[(i + points.length) % points.length] ?? [0, 0];
    points.forEach((_, i) => {
      const [px, py] = at(i - 1);
      const [x, y] = at(i);
      const [nx, ny] = at(i + 1);
      const into = Math.min(1, round / Math.hypot(px - x, py - y));
      const out = Math.min(1, round / Math.hypot(nx - x, ny - y));
      const start = [x + (px - x) * into, y + (py - y) * into] as const;
      if (i === 0) path.moveTo(...start);
      else path.lineTo(...start);
      path.quadraticCurveTo(x, y, x + (nx - x) * out, y + (ny - y) * out);
    });
    path.closePath();
  };
}

const regular = (corners: number, radius: number, turn: number): (readonly [number, number])[] =>
  Array.from({ length: corners }, (_, i) => {
    const angle = turn + (i / corners) * 2 * Math.PI;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const;
  });

const star: Trace = polygon(
  regular(16, 1, -Math.PI / 2).map(([x, y], i) => (i % 2 ? ([x * 0.6, y * 0.6] as const) : ([x, y] as const))),
  0.1,
);

/** The outline of each kind, within one unit of the middle. */
const TRACES: readonly Trace[] = [
  (path) => path.ellipse(0, 0, 0.9, 0.84, 0, 0, 2 * Math.PI),
  (path) => {
    path.moveTo(0.06, -1);
    path.bezierCurveTo(0.28, -0.5, 0.86, -0.24, 0.84, 0.3);
    path.bezierCurveTo(0.82, 0.76, 0.42, 0.94, 0, 0.94);
    path.bezierCurveTo(-0.44, 0.94, -0.84, 0.74, -0.84, 0.26);
    path.bezierCurveTo(-0.84, -0.06, -0.62, -0.26, -0.48, -0.46);
    path.bezierCurveTo(-0.4, -0.24, -0.3, -0.2, -0.2, -0.24);
    path.bezierCurveTo(-0.02, -0.34, 0.02, -0.7, 0.06, -1);
    path.closePath();
  },
  (path) => {
    path.moveTo(-0.88, 0.88);
    path.bezierCurveTo(-1.06, -0.2, -0.5, -0.92, 0.9, -0.9);
    path.bezierCurveTo(0.96, 0.46, 0.24, 1.06, -0.88, 0.88);
    path.closePath();
  },
  (path) => {
    path.moveTo(0, -1);
    path.bezierCurveTo(0.22, -0.56, 0.74, -0.18, 0.74, 0.28);
    path.bezierCurveTo(0.74, 0.7, 0.42, 0.98, 0, 0.98);
    path.bezierCurveTo(-0.42, 0.98, -0.74, 0.7, -0.74, 0.28);
    path.bezierCurveTo(-0.74, -0.18, -0.22, -0.56, 0, -1);
    path.closePath();
  },
  polygon(
    [
      [0, -1.02],
      [0.86, -0.12],
      [0, 1.02],
      [-0.86, -0.12],
    ],
    0.16,
  ),
  polygon(regular(6, 0.98, 0), 0.22),
  star,
];

/** A kind's outline in pixels, around the origin. */
export function outline(kind: number, radius: number): Path2D {
  const unit = new Path2D();
  TRACES[kind]?.(unit);
  const path = new Path2D();
  path.addPath(unit, new DOMMatrix([radius, 0, 0, radius, 0, 0]));
  return path;
}
