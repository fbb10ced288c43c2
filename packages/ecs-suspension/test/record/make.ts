import { sealRecord } from '../../src/record/check.js';
import type { SavedRecord } from '../../src/record/record.js';
import { RECORD_FORMAT } from '../../src/record/record.js';

export type Unsealed = Omit<SavedRecord, 'check'>;

/** A small record without its checksum; `fields` replaces some of it. */
export function unsealed(fields: Partial<Unsealed> = {}): Unsealed {
  return {
    format: RECORD_FORMAT,
    adoption: 'lives',
    contract: 'suspension-and-catch-up',
    version: 2,
    pack: 'a'.repeat(64),
    sequence: 1,
    anchorMs: 1_000,
    readingMs: 2_000,
    interval: { sampledMs: 2_000, startMs: 2_000, kind: 'close' },
    entities: {
      covered: Uint32Array.of(1, 2),
      dense: Uint32Array.of(1, 2, 3),
      aliveCount: 2,
      maxId: 3,
      orders: [[2, 1]],
    },
    components: { Lives: { members: Uint32Array.of(1, 2), data: { refilledMs: Float64Array.of(1.5, -0) } } },
    resources: { seed: 42n },
    carries: { refill: 12 },
    choices: { pace: 'slow' },
    rewards: [{ id: 'gift@5', row: 'gift', payload: { coins: 3 }, createdMs: 5, status: 'pending' }],
    ...fields,
  };
}

/** A small record that checks out. */
export function record(fields: Partial<Unsealed> = {}): SavedRecord {
  return sealRecord(unsealed(fields));
}
