import type { Tool } from '../sim/index.js';
import { TOOL_ART } from './art.js';
import { drawing, h } from './dom.js';

const TOOLS: readonly (readonly [Tool, string])[] = [
  ['plough', 'Plough'],
  ['plant', 'Plant'],
  ['water', 'Water'],
  ['harvest', 'Harvest'],
];

/** The tools, one in hand; the number keys 1 to 4 change it anywhere. */
export interface Tools {
  readonly element: HTMLElement;
  readonly inHand: Tool;
}

export function createTools(): Tools {
  let inHand: Tool = 'plough';
  const element = h('div', { class: 'tools', role: 'radiogroup', 'aria-label': 'Tool in hand' });
  const buttons = TOOLS.map(([tool, name], i) => {
    const button = h(
      'button',
      { type: 'button', role: 'radio', class: 'tool', 'aria-keyshortcuts': i + 1 },
      drawing(TOOL_ART[tool], '0 0 100 100'),
      name,
    );
    button.addEventListener('click', () => take(tool));
    element.append(button);
    return button;
  });
  function take(tool: Tool): void {
    inHand = tool;
    for (const [i, button] of buttons.entries()) button.setAttribute('aria-checked', String(TOOLS[i]?.[0] === tool));
  }
  addEventListener('keydown', (event) => {
    const tool = TOOLS[Number(event.key) - 1]?.[0];
    if (tool && !event.ctrlKey && !event.metaKey && !event.altKey) take(tool);
  });
  take('plough');
  return {
    element,
    get inHand() {
      return inHand;
    },
  };
}
