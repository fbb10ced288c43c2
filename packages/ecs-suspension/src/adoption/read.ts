import { isName } from './citations.js';
import { conditionHolds } from './conditions.js';
import { checkDeclarations } from './declarations.js';
import { CONTRACT, QUESTIONS } from './definition.js';
import type { ReadAdoption, ReadResult } from './document.js';
import { checkEnvelope } from './envelope.js';
import { readFields } from './fields.js';
import type { Place } from './places.js';
import { openDocument, PARSED } from './places.js';
import { readRows } from './rows.js';

/**
 * Reads an adoption document: whole as published, or the designer's part alone (`contract`, `version`, `pack`,
 * `answers`, `values`, `rows`, and `verification` if there is any; without a definition, `values` may be left out).
 * Keys that start with `_` are annotations, read by nothing.
 *
 * Never throws, whatever comes in. The adoption is a copy that shares nothing with the document.
 *
 * @param document - The parsed document, not its text.
 * @param id - The adoption's id: its file name without `.json`.
 * @returns The adoption and the warnings about it; or all findings at once, warnings too, in document order.
 */
export function readAdoption(document: unknown, id: string): ReadResult {
  const { root, findings } = openDocument(document);
  let adoption: ReadAdoption | undefined;
  try {
    adoption = read(root, id);
  } catch {
    // Every read of the input is guarded, so this is the machine's own limit: memory, or the length of a string.
    root.wrong('CONTRACT_INSTANCE_JSON', 'a smaller document');
  }
  const all = findings();
  return adoption && all.every(({ severity }) => severity === 'warning')
    ? { ok: true, adoption, warnings: all }
    : { ok: false, findings: all };
}

function read(root: Place, id: string): ReadAdoption | undefined {
  if (!isName(id)) root.wrong('CONTRACT_INSTANCE_FILENAME', 'an-id-like-this', id);
  const isText = root.kind === 'string' || ArrayBuffer.isView(root.value);
  if (isText || root.kind !== 'object') {
    root.wrong(isText ? 'CONTRACT_INSTANCE_JSON' : 'CONTRACT_ENVELOPE_TYPE', PARSED);
    return undefined;
  }
  checkEnvelope(root);
  const given = root.fields();
  const sets = given.get('rows');
  const supplied = given.get('answers');
  const rows = readRows(sets);
  if (!supplied) return undefined;
  const answers = readFields(
    QUESTIONS,
    supplied,
    [
      'CONTRACT_ANSWER_MISSING',
      (id) => (Object.hasOwn(QUESTIONS, id) ? 'CONTRACT_ANSWER_NOT_ASKED' : 'CONTRACT_ANSWER_UNKNOWN'),
      'CONTRACT_ENVELOPE_TYPE',
    ],
    'CONTRACT_ANSWER_UNKNOWN',
    'CONTRACT_ANSWER_UNKNOWN',
    (when, answers) => conditionHolds(when, { answers, rows }),
  );
  checkDeclarations(answers, sets?.fields());
  return {
    id,
    contract: CONTRACT,
    version: given.get('version')?.value,
    pack: given.get('pack')?.value,
    answers,
    rows,
  } as unknown as ReadAdoption;
}
