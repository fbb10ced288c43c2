import { conditionHolds, isAsked } from './conditions.js';
import type { ReadAdoption } from './document.js';
import type { Template } from './templates.js';
import { TEMPLATES } from './templates.js';

/** One acceptance test of an adoption, or a template that gives it none. */
export interface ListedTest {
  /** `<adoption>/<template>`, and `/<row>` where a row expands it. */
  readonly test: string;
  readonly template: string;
  readonly row?: string;
  readonly applies: boolean;
  /** Why it applies or does not: the first condition that fails. */
  readonly reason: string;
}

interface Row {
  readonly id: string;
}

const words = (id: string): string => id.replaceAll('-', ' ');
const anyOf = (ids: readonly string[]): string => ids.map(words).join(' or ');

/** The first flag that fails, in words. */
function failingFlag({ when }: Template, adoption: ReadAdoption): string | undefined {
  for (const [question, options] of Object.entries(when?.flag ?? {})) {
    if (conditionHolds({ flag: { [question]: options } }, adoption)) continue;
    const answer = adoption.answers[question as keyof ReadAdoption['answers']];
    return isAsked(question, adoption) && answer
      ? `${words(question)} is ${words(answer)}, not ${anyOf(options)}`
      : `${words(question)} is not asked for ${adoption.id}`;
  }
  return undefined;
}

/** The rows that expand a per-row template, or why there is none. */
function liveRows({ collection, fields, when }: Template, adoption: ReadAdoption): readonly Row[] | string {
  const rows: readonly Row[] = collection ? adoption.rows[collection] : [];
  if (rows.length === 0) return `${collection} has no rows`;
  const matching = rows.filter((row) => conditionHolds({ row: when?.row ?? {} }, adoption, { ...row }));
  if (matching.length === 0) {
    const parts = Object.entries(when?.row ?? {}).map(([field, options]) => `${field} ${anyOf(options)}`);
    return `no row in ${collection} matches ${parts.join(' and ')}`;
  }
  const live = matching.filter((row) => fields.every((field) => Object.hasOwn(row, field)));
  return live.length > 0
    ? live
    : `no matching row in ${collection} has every field this test uses (${fields.join(', ')})`;
}

/**
 * Lists the acceptance tests of an adoption: the templates in order, each once or once for every row it is live for,
 * in row order. A template that is live nowhere is listed once, with the reason.
 */
export function listTests(adoption: ReadAdoption): readonly ListedTest[] {
  return TEMPLATES.flatMap((template): readonly ListedTest[] => {
    const { id, expand } = template;
    const whole = { test: `${adoption.id}/${id}`, template: id };
    const failing = failingFlag(template, adoption);
    if (failing) return [{ ...whole, applies: false, reason: failing }];
    if (expand === 'once') return [{ ...whole, applies: true, reason: `applies to ${adoption.id}` }];
    const rows = liveRows(template, adoption);
    if (typeof rows === 'string') return [{ ...whole, applies: false, reason: rows }];
    return rows.map((row) => ({
      test: `${whole.test}/${row.id}`,
      template: id,
      row: row.id,
      applies: true,
      reason: `applies to the ${row.id} row`,
    }));
  });
}
