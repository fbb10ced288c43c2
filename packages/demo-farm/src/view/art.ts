/** Shared gradients; drawn once, used by every plot. */
export const GRADIENTS = `
<defs>
  <radialGradient id="rind" cx="38%" cy="28%" r="80%">
    <stop offset="0" stop-color="#ffc46b"/><stop offset=".45" stop-color="#f0842a"/><stop offset="1" stop-color="#b8490c"/>
  </radialGradient>
  <radialGradient id="green-rind" cx="38%" cy="28%" r="80%">
    <stop offset="0" stop-color="#cfe07a"/><stop offset=".5" stop-color="#7fae3d"/><stop offset="1" stop-color="#3f6d24"/>
  </radialGradient>
  <radialGradient id="turning-rind" cx="38%" cy="28%" r="80%">
    <stop offset="0" stop-color="#f3d873"/><stop offset=".5" stop-color="#d99a33"/><stop offset="1" stop-color="#7d7a26"/>
  </radialGradient>
  <linearGradient id="leaf" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#8fca52"/><stop offset="1" stop-color="#3f7f35"/>
  </linearGradient>
  <radialGradient id="petal" cx="50%" cy="55%" r="60%">
    <stop offset="0" stop-color="#fff2a8"/><stop offset="1" stop-color="#f4b51e"/>
  </radialGradient>
</defs>`;

const leaf = (x: number, y: number, turn: number, size = 1): string =>
  `<path d="M0 0C-9-3-13-13-6-20 2-23 11-14 0 0Z" fill="url(#leaf)" stroke="#2f6429" stroke-width="1" transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"/>`;
const vine =
  '<path d="M50 78C40 70 32 74 24 66M50 78c9-8 18-4 26-13" fill="none" stroke="#4c8a38" stroke-width="3" stroke-linecap="round"/>';

function fruit(scale: number, rind: string): string {
  return `<g transform="translate(50 62) scale(${scale})">
    <ellipse cx="0" cy="17" rx="30" ry="6" fill="#0003"/>
    <ellipse cx="-17" cy="0" rx="15" ry="17" fill="url(#${rind})"/><ellipse cx="17" cy="0" rx="15" ry="17" fill="url(#${rind})"/>
    <ellipse cx="-8" cy="0" rx="14" ry="19" fill="url(#${rind})"/><ellipse cx="8" cy="0" rx="14" ry="19" fill="url(#${rind})"/>
    <ellipse cx="0" cy="1" rx="11" ry="20" fill="url(#${rind})"/>
    <path d="M-2-18C-3-25 1-29 6-31l3 4c-4 2-6 5-5 10Z" fill="#5d7d33" stroke="#3b5a22"/>
    <ellipse cx="-8" cy="-8" rx="4" ry="6" fill="#fff6" transform="rotate(20)"/>
  </g>`;
}

/** What grows on a plot, by stage: seed, sprout, vine, flower, green fruit, ripe fruit. */
export const CROPS: readonly string[] = [
  '<g fill="#fbe9c0" stroke="#a98745"><ellipse cx="42" cy="60" rx="4" ry="6" transform="rotate(-20 42 60)"/><ellipse cx="57" cy="62" rx="4" ry="6" transform="rotate(25 57 62)"/></g>',
  `<path d="M50 74V58" stroke="#4c8a38" stroke-width="4" stroke-linecap="round"/>${leaf(50, 60, -50, 0.8)}${leaf(50, 60, 50, 0.8)}`,
  `${vine}${leaf(26, 66, -40)}${leaf(74, 66, 40)}${leaf(44, 74, -15, 1.1)}${leaf(58, 74, 20, 1.1)}`,
  `${vine}${leaf(24, 66, -50)}${leaf(76, 66, 50)}<g transform="translate(50 50)"><g fill="url(#petal)" stroke="#d08e12">${[0, 72, 144, 216, 288].map((turn) => `<path d="M0 0C-9-8-7-20 0-24 7-20 9-8 0 0Z" transform="rotate(${turn})"/>`).join('')}</g><circle r="5" fill="#c4790f"/></g>`,
  `${vine}${leaf(22, 68, -55)}${fruit(0.72, 'green-rind')}${leaf(78, 68, 55)}`,
  `${vine}${leaf(20, 72, -60)}${fruit(1.08, 'rind')}${leaf(80, 72, 60)}`,
];

export const TOOL_ART: { readonly [tool in 'plough' | 'plant' | 'water' | 'harvest']: string } = {
  plough:
    '<path d="M18 80 62 34" stroke="#8a5a2b" stroke-width="9" stroke-linecap="round"/><path d="M52 24c10-12 26-10 32 2L66 46 50 36Z" fill="#8fa3b4" stroke="#55687a" stroke-width="3"/>',
  plant:
    '<path d="M50 86V52" stroke="#4c8a38" stroke-width="7" stroke-linecap="round"/><path d="M50 56C24 54 16 34 18 18 40 18 52 32 50 56Z" fill="#7fbf4a" stroke="#37702d" stroke-width="3"/><path d="M50 62c4-18 16-26 32-26 0 16-12 28-32 26Z" fill="#a3d568" stroke="#37702d" stroke-width="3"/>',
  water:
    '<path d="M26 44h40v34a8 8 0 0 1-8 8H34a8 8 0 0 1-8-8Z" fill="#5aa5d8" stroke="#2d6b99" stroke-width="3"/><path d="M66 52 88 34" stroke="#2d6b99" stroke-width="7" stroke-linecap="round"/><path d="M32 44c0-22 28-22 28 0" fill="none" stroke="#2d6b99" stroke-width="5"/><circle cx="86" cy="52" r="4" fill="#7fd0ff"/><circle cx="92" cy="64" r="4" fill="#7fd0ff"/>',
  harvest:
    '<path d="M18 54h64l-8 32H26Z" fill="#c98f4b" stroke="#7d5423" stroke-width="3"/><path d="M18 54c8-30 56-30 64 0" fill="none" stroke="#7d5423" stroke-width="5"/><ellipse cx="40" cy="50" rx="14" ry="11" fill="url(#rind)"/><ellipse cx="62" cy="50" rx="13" ry="11" fill="url(#rind)"/>',
};

export const COIN =
  '<circle cx="50" cy="50" r="38" fill="#f6c544" stroke="#a9751a" stroke-width="6"/><circle cx="50" cy="50" r="27" fill="none" stroke="#ffe08a" stroke-width="4"/><path d="M50 34c12 8 12 24 0 32-12-8-12-24 0-32Z" fill="#a9751a"/>';
export const SEED =
  '<path d="M50 14c26 22 26 56 0 72-26-16-26-50 0-72Z" fill="#fbe9c0" stroke="#a98745" stroke-width="6"/><path d="M50 30v40" stroke="#a98745" stroke-width="4"/>';
export const SUN =
  '<circle cx="50" cy="50" r="20" fill="#ffcf4a"/><g stroke="#ffcf4a" stroke-width="7" stroke-linecap="round"><path d="M50 10v10M50 80v10M10 50h10M80 50h10M22 22l7 7M71 71l7 7M78 22l-7 7M29 71l-7 7"/></g>';
export const RAIN =
  '<path d="M26 58a18 18 0 0 1 4-35 22 22 0 0 1 42 6 15 15 0 0 1 0 29Z" fill="#a9bccb"/><g stroke="#4fa3df" stroke-width="6" stroke-linecap="round"><path d="m34 70-5 14M52 70l-5 14M70 70l-5 14"/></g>';
