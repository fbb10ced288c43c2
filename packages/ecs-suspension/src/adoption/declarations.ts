import type { Read } from './fields.js';
import type { Place } from './places.js';

const ROLLBACK = 'one row under last-trusted-checkpoint, none elsewhere';

/**
 * What a runtime must not start on although every field is well formed.
 * What hangs on an answer that is itself at fault (`null`) is left for the next reading.
 */
export function checkDeclarations(answers: Read, sets: ReadonlyMap<string, Place> | undefined): void {
  const { 'return-display': display, 'clock-source': clock, 'backward-clock-anchor': anchor } = answers;
  const rowsOf = (set: string): readonly Place[] => [...(sets?.get(set)?.fields().values() ?? [])];

  for (const row of rowsOf('clock').slice(1)) row.wrong('DECLARATION_CLOCK_ROWS', 'one clock row', 'Remove it.');

  if (clock !== null && anchor !== null) {
    const needed = anchor === 'last-trusted-checkpoint' ? 1 : 0;
    const rows = rowsOf('rollback-rules');
    for (const row of rows.slice(needed)) row.wrong('DECLARATION_ROLLBACK_ROWS', ROLLBACK, 'Remove it.');
    if (rows.length < needed) sets?.get('rollback-rules')?.lacks('DECLARATION_ROLLBACK_ROWS', ROLLBACK);
  }

  for (const row of display === null || display?.endsWith('return-summary') ? [] : rowsOf('return-rewards')) {
    const delivery = row.fields().get('delivery');
    if (delivery?.value === 'player-claims')
      delivery.wrong('DECLARATION_CLAIM_SURFACE', 'return-display return-summary');
  }
}
