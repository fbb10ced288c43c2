/** Longest id or citation that is read; no pattern runs over more. */
const LONGEST = 1_000;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const CITATION = /^(\w+(-\w+)*(\.\w+(-\w+)*)+|[^\s:#]+\.md#[^\s:#]+)$/;

/** Whether a value is an id: lower-case words and figures joined by single hyphens. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST && NAME.test(value);
}

/** Whether a value is a citation: a dotted address of two or more parts, or `<file>.md#<anchor>`; never a colon. */
export function isCitation(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST && CITATION.test(value);
}

/** Whether a string could break out of the text that a test is rendered into. */
export function isInjection(value: unknown): boolean {
  return typeof value === 'string' && /\{\{|\}\}|```/.test(value);
}
