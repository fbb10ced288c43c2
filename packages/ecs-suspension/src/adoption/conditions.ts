import type { Condition, QuestionId } from './definition.js';
import { QUESTIONS } from './definition.js';

interface Values {
  readonly [name: string]: unknown;
}

/** What conditions read of an adoption. */
export interface Declared {
  readonly answers: Values;
  readonly rows: Values;
}

/** Whether each named value is one of those listed for it. */
const allListed = (lists: { readonly [name: string]: readonly unknown[] } = {}, values: Values = {}): boolean =>
  Object.keys(lists).every((name) => Object.hasOwn(values, name) && lists[name]?.includes(values[name]));

function hasCount(rows: unknown, count: string | undefined): boolean {
  if (!Array.isArray(rows)) return false;
  return count === 'empty' ? !rows.length : rows.length >= (count === 'non-empty' ? 1 : 2);
}

/**
 * Whether a condition holds. A flag on a question that is not asked is false, even where an answer is recorded;
 * a row set that is no array meets no count.
 *
 * @param row - The row whose fields a `row` part reads.
 */
export function conditionHolds(condition: Condition, adoption: Declared, row?: Values): boolean {
  const { flag = {}, 'row-count': counts = {}, any, all = [] } = condition;
  const holds = (part: Condition): boolean => conditionHolds(part, adoption, row);
  return (
    allListed(flag, adoption.answers) &&
    Object.keys(flag).every((id) => isAsked(id, adoption)) &&
    Object.keys(counts).every((set) => hasCount(adoption.rows[set], counts[set])) &&
    allListed(condition.row, row) &&
    all.every(holds) &&
    (!any || any.some(holds))
  );
}

/** Whether a question is asked: it has no condition, or its condition holds. An unknown question is not asked. */
export function isAsked(id: string, adoption: Declared): boolean {
  return Object.hasOwn(QUESTIONS, id) && conditionHolds(QUESTIONS[id as QuestionId].when ?? {}, adoption);
}

/** The questions that an adoption is asked, in the contract's order. */
export function whichAsked(adoption: Declared): readonly QuestionId[] {
  return (Object.keys(QUESTIONS) as QuestionId[]).filter((id) => isAsked(id, adoption));
}
