type Child = Node | string;
type Attributes = { readonly [name: string]: string | number | boolean | undefined };

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
}

/** An HTML element with its attributes and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An SVG element with its attributes and children. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, attributes, children);
  return element;
}

/** A button that does something; its type keeps it from submitting a form. */
export function button(attributes: Attributes, onPress: () => void, ...children: readonly Child[]): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, ...children);
  element.addEventListener('click', onPress);
  return element;
}

/** Sets text only where it differs, so that an unchanged screen costs no layout and a live region speaks once. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Greys a button out but leaves it in the tab order, so that the focus never falls off it. */
export function setDisabled(element: Element, isDisabled: boolean): void {
  const value = String(isDisabled);
  if (element.getAttribute('aria-disabled') !== value) element.setAttribute('aria-disabled', value);
}

export const prefersLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
