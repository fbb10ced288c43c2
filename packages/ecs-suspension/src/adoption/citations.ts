const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const CITATION = /^(\w+(-\w+)*(\.\w+(-\w+)*)+|[^\s:#]+\.md#[^\s:#]+)$/;

/** No pattern runs over more than 1,000 characters: what is longer, or no string, matches none. */
const short = (value: unknown): string => (typeof value === 'string' && value.length <= 1_000 ? value : '');

/** Whether a value is an id: lower-case words and figures joined by single hyphens. */
export function isName(value: unknown): value is string {
  return NAME.test(short(value));
}

/** Whether a value is a citation: a dotted address of two or more parts, or `<file>.md#<anchor>`; never a colon. */
export function isCitation(value: unknown): value is string {
  return CITATION.test(short(value));
}
