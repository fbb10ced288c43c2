import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/testing/memory-storage.js';
import { record } from './make.js';

describe('memoryStorage', () => {
  it('gives nothing where nothing was written', async () => {
    expect(await memoryStorage().read('lives')).toBeUndefined();
  });

  it('gives back the newest record', async () => {
    const storage = memoryStorage();
    for (const sequence of [1, 2, 3]) await storage.write('lives', record({ sequence }));
    expect(await storage.read('lives')).toEqual(record({ sequence: 3 }));
  });

  it('keeps the records of two suspensions apart', async () => {
    const storage = memoryStorage();
    await storage.write('lives', record({ sequence: 5 }));
    await storage.write('board', record({ sequence: 1, adoption: 'board' }));
    expect(await storage.read('board')).toMatchObject({ adoption: 'board', sequence: 1 });
  });

  it('shares nothing with what it was given', async () => {
    const storage = memoryStorage();
    const mine = record();
    await storage.write('lives', mine);
    mine.entities.covered[0] = 99;
    expect((await storage.read('lives'))?.entities.covered).toEqual(Uint32Array.of(1, 2));
  });

  it('shares nothing with what it gave', async () => {
    const storage = memoryStorage();
    await storage.write('lives', record());
    const first = await storage.read('lives');
    first?.entities.covered.fill(99);
    expect((await storage.read('lives'))?.entities.covered).toEqual(Uint32Array.of(1, 2));
  });

  it.each([1, 2])('refuses record 1 over record %i as stale and keeps what it has', async (stored) => {
    const storage = memoryStorage();
    await storage.write('lives', record({ sequence: stored, readingMs: 7 }));
    await expect(storage.write('lives', record({ sequence: 1 }))).rejects.toMatchObject({ code: 'RECORD_STALE' });
    expect(storage.record()).toMatchObject({ sequence: stored, readingMs: 7 });
  });

  it('refuses a second tab that loaded an older record', async () => {
    const a = memoryStorage();
    await a.write('lives', record({ sequence: 1 }));
    const b = a.fork();
    await a.write('lives', record({ sequence: 2 }));
    expect(() => b.writeNow('lives', record({ sequence: 2 }))).toThrow(
      expect.objectContaining({ code: 'RECORD_STALE' }),
    );
  });

  it('writes within the call when a page is left', () => {
    const storage = memoryStorage();
    storage.writeNow('lives', record({ sequence: 4 }));
    expect(storage.record()).toMatchObject({ sequence: 4 });
  });

  it('fails the k-th write, counting both kinds, and keeps the record before', async () => {
    const storage = memoryStorage({ failAt: 2 });
    await storage.write('lives', record({ sequence: 1 }));
    expect(() => storage.writeNow('lives', record({ sequence: 2 }))).toThrow(
      expect.objectContaining({ code: 'STORAGE_FULL' }),
    );
    expect(storage.record()).toMatchObject({ sequence: 1 });
    await storage.write('lives', record({ sequence: 2 }));
    expect(storage.writes).toBe(3);
  });

  it.each([[[1, 3]], [(write: number) => write !== 2]])('fails by a list or a rule', async (failAt) => {
    const storage = memoryStorage({ failAt });
    const failed: number[] = [];
    for (const sequence of [1, 2, 3]) {
      await storage.write('lives', record({ sequence })).catch(() => failed.push(sequence));
    }
    expect(failed).toEqual([1, 3]);
  });

  it('reads the other slot after a torn write, and the next write takes the torn one', async () => {
    const storage = memoryStorage({ failAt: 3, tear: true });
    for (const sequence of [1, 2]) await storage.write('lives', record({ sequence }));
    await expect(storage.write('lives', record({ sequence: 3 }))).rejects.toThrow();
    expect(await storage.read('lives')).toMatchObject({ sequence: 2 });
    await storage.write('lives', record({ sequence: 3 }));
    expect(await storage.read('lives')).toMatchObject({ sequence: 3 });
    expect(storage.asides()).toEqual([]);
  });

  it('falls back to the older slot when the newest is damaged', async () => {
    const storage = memoryStorage();
    for (const sequence of [1, 2]) await storage.write('lives', record({ sequence }));
    storage.damage('newest');
    expect(await storage.read('lives')).toMatchObject({ sequence: 1 });
  });

  it('sets aside what cannot be read, says so once, and starts anew after that', async () => {
    const storage = memoryStorage();
    for (const sequence of [1, 2]) await storage.write('lives', record({ sequence }));
    storage.damage('all');
    await expect(storage.read('lives')).rejects.toMatchObject({ code: 'RECORD_UNREADABLE' });
    expect(storage.asides().map(({ key, from }) => [key, from])).toEqual([
      ['lives', 0],
      ['lives', 1],
    ]);
    expect(await storage.read('lives')).toBeUndefined();
    await storage.write('lives', record({ sequence: 1 }));
  });

  it('sets a record of an unknown format aside, and reads the one it knows', async () => {
    const storage = memoryStorage();
    await storage.write('lives', record({ sequence: 1 }));
    storage.put(1, 'lives', { ...record({ sequence: 2 }), format: 9 });
    expect(await storage.read('lives')).toMatchObject({ sequence: 1 });
    expect(storage.asides()).toMatchObject([{ from: 1, value: { format: 9, sequence: 2 } }]);
  });

  it('moves a record that the game cannot use under its own key', async () => {
    const storage = memoryStorage();
    await storage.write('lives', record({ sequence: 8 }));
    await storage.setAside('lives', record({ sequence: 8 }));
    expect(await storage.read('lives')).toBeUndefined();
    expect(storage.asides()).toMatchObject([{ key: 'lives', from: 'record', value: { sequence: 8 } }]);
    await storage.write('lives', record({ sequence: 1 }));
  });

  it('forgets a removed record', async () => {
    const storage = memoryStorage();
    await storage.write('lives', record());
    await storage.remove('lives');
    expect(await storage.read('lives')).toBeUndefined();
  });

  it('tells of every call before it happens, and a throw there stops it', async () => {
    const storage = memoryStorage({
      beforeCall({ n }) {
        if (n === 2) throw new Error('killed');
      },
    });
    await storage.write('lives', record({ sequence: 1 }));
    await expect(storage.write('lives', record({ sequence: 2 }))).rejects.toThrow('killed');
    expect(storage.calls).toEqual([
      { op: 'write', key: 'lives', n: 1 },
      { op: 'write', key: 'lives', n: 2 },
    ]);
    expect(storage.fork().record()).toMatchObject({ sequence: 1 });
  });

  it('writes nothing when the world stands still before the call', async () => {
    const storage = memoryStorage({ beforeCall: () => new Promise<void>(() => {}) });
    void storage.write('lives', record());
    storage.writeNow('lives', record());
    await Promise.resolve();
    expect(await storage.fork().read('lives')).toBeUndefined();
  });

  it('throws at a failing write what the test says', async () => {
    const storage = memoryStorage({ failAt: 1, failWith: (write) => new Error(`write ${write}`) });
    await expect(storage.write('lives', record())).rejects.toThrow('write 1');
  });

  it('reads the last record that was taken, after any mix of good, refused and torn writes of any kind', async () => {
    const step = fc.record({ now: fc.boolean(), fate: fc.constantFrom('good', 'refused', 'torn') });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const first = memoryStorage();
        let taken: number | undefined;
        for (const [i, { now, fate }] of steps.entries()) {
          const handle = first.fork(fate === 'good' ? {} : { failAt: 1, tear: fate === 'torn' });
          const sequence = i + 1;
          const write = async () =>
            now ? handle.writeNow('lives', record({ sequence })) : await handle.write('lives', record({ sequence }));
          if (
            await write().then(
              () => true,
              () => false,
            )
          )
            taken = sequence;
          expect(first.record('lives')?.sequence).toBe(taken);
        }
        const read = await first.read('lives').catch((error: { code?: string }) => error.code);
        const torn = steps.some(({ fate }) => fate === 'torn');
        if (taken !== undefined) expect(read).toMatchObject({ sequence: taken });
        else expect(read).toBe(torn ? 'RECORD_UNREADABLE' : undefined);
      }),
    );
  });
});
