import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertNotStale, nextSlot, readSlots } from '../../src/record/slots.js';
import { record } from './make.js';

describe('readSlots', () => {
  it('finds nothing in no slots', () => {
    expect(readSlots('lives', [])).toEqual({ faulty: [], setAside: [] });
  });

  it('takes the highest sequence that checks out, in whatever order the slots come', () => {
    const content = fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 3 });
    fc.assert(
      fc.property(content, (slots) => {
        const found = readSlots(
          'lives',
          slots.map(([sequence, good], place) => ({
            place,
            value: good ? record({ sequence }) : { ...record({ sequence }), sequence: sequence + 1 },
          })),
        );
        const readable = slots.filter(([, good]) => good).map(([sequence]) => sequence);
        expect(found.newest?.record.sequence).toBe(readable.length > 0 ? Math.max(...readable) : undefined);
        expect(found.faulty.length).toBe(slots.length - readable.length);
      }),
    );
  });

  it('prefers the first of two with one sequence', () => {
    const slots = ['journal', 'a'].map((place) => ({ place, value: record() }));
    expect(readSlots('lives', slots).newest?.place).toBe('journal');
  });

  it('leaves a damaged slot for the next write where another is good', () => {
    expect(
      readSlots('lives', [
        { place: 0, value: record() },
        { place: 1, problem: 'torn' },
      ]).setAside,
    ).toEqual([]);
  });

  it('sets everything aside where nothing can be read', () => {
    const slots = [
      { place: 0, value: 7 },
      { place: 1, problem: 'torn' },
    ];
    expect(readSlots('lives', slots)).toMatchObject({ setAside: [0, 1], faulty: [{ fault: { kind: 'damaged' } }, {}] });
  });

  it('sets a record of another suspension aside although one of ours is there', () => {
    const slots = [
      { place: 0, value: record() },
      { place: 1, value: record({ adoption: 'board', sequence: 9 }) },
    ];
    expect(readSlots('lives', slots)).toMatchObject({ newest: { place: 0 }, setAside: [1] });
  });
});

describe('nextSlot', () => {
  it('never gives the place of the newest record', () => {
    expect([nextSlot(undefined), nextSlot(0), nextSlot(1)]).toEqual([0, 1, 0]);
  });
});

describe('assertNotStale', () => {
  it('refuses the same and a lower sequence, and nothing else', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(), { nil: undefined }), fc.nat(), (stored, sequence) => {
        const call = () => assertNotStale('lives', stored, record({ sequence }));
        if (stored !== undefined && stored >= sequence) {
          expect(call).toThrow(
            expect.objectContaining({ code: 'RECORD_STALE', details: { key: 'lives', stored, sequence } }),
          );
        } else expect(call).not.toThrow();
      }),
    );
  });
});
