import { describe, expect, it } from 'vitest';
import { found, inChromium, journal, places, play, tear } from './in-chromium.js';

const at = inChromium();

describe('browserStorage, when the page is left', () => {
  it('finds nothing on a new site', async () => {
    expect(await found(await at.open())).toBe('nothing');
  });

  it('gives a whole record back after the tab was closed', async () => {
    const page = await at.open();
    await play(page, 3, 200_000);
    await page.close();
    const again = await at.open();
    expect(
      await again.evaluate(async () => {
        const read = await window.kit.storage.read('lives');
        const noise = read?.resources['noise'];
        return [read?.sequence, noise instanceof Uint8Array && noise.length];
      }),
    ).toEqual([3, 200_000]);
  });

  it('keeps what the page left behind as its tab was closed', async () => {
    const page = await at.open();
    await play(page, 1);
    await page.evaluate(() => window.kit.leaveWith(2));
    await page.close();
    expect(await found(await at.open())).toBe(2);
  });

  it('keeps what the page left behind at a reload, also where it is large', async () => {
    const page = await at.open();
    await play(page, 1);
    await page.evaluate(() => window.kit.leaveWith(2, 600_000));
    await page.reload();
    await page.waitForFunction(() => 'kit' in window);
    expect(await found(page)).toBe(2);
  });

  it('keeps what the page left behind on its way to another site, where localStorage has no room', async () => {
    const page = await at.open();
    await play(page, 1);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      window.kit.leaveWith(2);
    });
    await page.goto(at.served.otherSite);
    expect(await found(await at.open())).toBe(2);
  });

  it('E1: keeps what the page left behind as it was hidden, where the browser is killed 100 ms later', async () => {
    const page = await at.open();
    await play(page, 1);
    await page.evaluate(() => window.kit.leaveWith(2));
    await at.chromium.hide(page);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await at.killAndRestart();
    expect(await found(await at.open())).toBe(2);
  });

  it('E2: keeps a write that was answered, where the browser is killed at once', async () => {
    const page = await at.open();
    await play(page, 5);
    await at.killAndRestart();
    expect(await found(await at.open())).toBe(5);
  });

  it('takes the journal away when IndexedDB has answered', async () => {
    const page = await at.open();
    await play(page, 1);
    const before = await page.evaluate(() => {
      window.kit.storage.writeNow('lives', window.kit.record(2));
      return localStorage.getItem('ports:lives');
    });
    expect(before).toMatch(/^2\|/);
    await page.waitForFunction(() => localStorage.getItem('ports:lives') === null);
    expect(await found(page)).toBe(2);
  });

  it('reads the journal where IndexedDB has an older record, and goes on from it', async () => {
    const page = await at.open();
    await page.evaluate(() => {
      // Before the database is open there is only the journal.
      window.kit.open().writeNow('lives', window.kit.record(7));
    });
    const entry = await journal(page);
    await play(page, 0);
    await page.evaluate((text) => localStorage.setItem('ports:lives', text ?? ''), entry);
    expect(await found(page)).toBe(7);
    expect(
      await page.evaluate(async () => {
        await window.kit.storage.read('lives');
        await window.kit.storage.write('lives', window.kit.record(8));
        return localStorage.getItem('ports:lives');
      }),
    ).toBe(null);
    expect(await found(page)).toBe(8);
  });

  it('supersedes an autosave that is under way and answers both', async () => {
    const page = await at.open();
    await play(page, 1);
    const outcomes = await page.evaluate(async () => {
      const { storage, outcome, record } = window.kit;
      const saves = [outcome(storage.write('lives', record(2, 500_000))), outcome(storage.write('lives', record(3)))];
      storage.writeNow('lives', record(4));
      return await Promise.all(saves);
    });
    expect(outcomes).toEqual(['ok', 'ok']);
    expect(await found(page)).toBe(4);
  });

  it('keeps what the page left behind before its database was open', async () => {
    const page = await at.open();
    await page.evaluate(() => window.kit.open().writeNow('lives', window.kit.record(2)));
    await page.waitForFunction(() => localStorage.getItem('ports:lives') === null);
    expect(await found(page)).toBe(2);
  });

  it('refuses what neither half can take at that moment', async () => {
    const page = await at.open();
    await play(page, 1);
    const codes = await page.evaluate(async () => {
      const { open, record, outcome, storage } = window.kit;
      const leave = (each: typeof storage) => outcome((async () => each.writeNow('lives', record(2)))());
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      const unopened = await leave(open());
      document.dispatchEvent(new Event('freeze'));
      const frozen = await leave(storage);
      document.dispatchEvent(new Event('resume'));
      return [unopened, frozen, await leave(storage)];
    });
    expect(codes).toEqual(['STORAGE_FULL', 'STORAGE_FULL', 'ok']);
    await expect.poll(() => found(page)).toBe(2);
  });

  it('keeps no more than two records when the page plays on', async () => {
    const page = await at.open();
    await play(page, 2);
    await page.evaluate(async () => {
      const { storage, record } = window.kit;
      storage.writeNow('lives', record(3));
      await storage.write('lives', record(4));
      await storage.write('lives', record(5));
    });
    expect((await places(page)).map(({ sequence }) => sequence)).toEqual([5, 4]);
  });

  it('says that a record has no room in the journal, and puts it into IndexedDB all the same', async () => {
    const page = await at.open();
    await play(page, 1);
    const kinds = await page.evaluate(() => {
      // localStorage takes 5,242,880 units in all.
      localStorage.setItem('other', 'x'.repeat(5_200_000));
      window.kit.storage.writeNow('lives', window.kit.record(2, 100_000));
      return window.kit.notices.map(({ kind }) => kind);
    });
    expect(kinds).toEqual(['journal-too-large']);
    await expect.poll(() => found(page)).toBe(2);
  });
});

describe('browserStorage, while the game is played', () => {
  it('answers all of many writes at once and keeps the newest', async () => {
    const page = await at.open();
    await play(page, 1);
    const outcomes = await page.evaluate(() =>
      Promise.all(
        [2, 3, 4, 5, 6].map((sequence) =>
          window.kit.outcome(window.kit.storage.write('lives', window.kit.record(sequence))),
        ),
      ),
    );
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(await found(page)).toBe(6);
  });

  it('keeps two suspensions of one game apart', async () => {
    const page = await at.open();
    await play(page, 2);
    expect(
      await page.evaluate(async () => {
        const { storage, record } = window.kit;
        await storage.write('lives2', { ...record(9), adoption: 'lives2' });
        return (await storage.read('lives'))?.sequence;
      }),
    ).toBe(2);
  });

  it('D3: refuses a tab that loaded an older record than the stored one', async () => {
    const [a, b] = [await at.open(), await at.open()];
    await play(a, 1);
    expect(await found(b)).toBe(1);
    await b.evaluate(() => window.kit.storage.read('lives'));
    await a.evaluate(() => window.kit.storage.write('lives', window.kit.record(2)));
    expect(await b.evaluate(() => window.kit.outcome(window.kit.storage.write('lives', window.kit.record(2))))).toBe(
      'RECORD_STALE',
    );
    await a.evaluate(() => window.kit.storage.write('lives', window.kit.record(3)));
    expect(await found(b)).toBe(3);
  });

  it('D3: never reads what an older tab left behind', async () => {
    const [a, b] = [await at.open(), await at.open()];
    await play(a, 1);
    await b.evaluate(() => window.kit.storage.read('lives'));
    await b.evaluate(() => window.kit.leaveWith(2));
    await a.evaluate(async () => {
      for (const sequence of [2, 3, 4, 5]) await window.kit.storage.write('lives', window.kit.record(sequence));
    });
    await b.close();
    expect(await found(a)).toBe(5);
    expect(await a.evaluate(() => window.kit.outcome(window.kit.storage.write('lives', window.kit.record(6))))).toBe(
      'ok',
    );
    expect(await found(a)).toBe(6);
  });

  it('D5: reads the other slot where the newest is torn, tells of it, and writes on', async () => {
    const page = await at.open();
    await play(page, 4, 100_000);
    await tear(page, 'newest');
    expect(
      await page.evaluate(async () => {
        const storage = window.kit.open();
        const read = await storage.read('lives');
        await storage.write('lives', window.kit.record(4));
        return [read?.sequence, window.kit.notices.map(({ kind }) => kind), (await storage.asides()).length];
      }),
    ).toEqual([3, ['copy-set-aside'], 1]);
    expect(await found(page)).toBe(4);
  });

  it('D5: sets everything aside where nothing can be read, and begins anew after that', async () => {
    const page = await at.open();
    await play(page, 4);
    await tear(page, 'all');
    expect(await found(page)).toBe('RECORD_UNREADABLE');
    expect(
      await page.evaluate(async () => (await window.kit.storage.asides()).map(({ header }) => header?.sequence)),
    ).toEqual([4, 3]);
    expect(await found(page)).toBe('nothing');
    await play(page, 1);
    expect(await found(page)).toBe(1);
  });

  it('sets a journal aside that is no entry', async () => {
    const page = await at.open();
    await play(page, 1);
    await page.evaluate(() => localStorage.setItem('ports:lives', '9|12|torn'));
    expect(await found(page)).toBe(1);
    expect(await page.evaluate(async () => (await window.kit.storage.asides()).map(({ text }) => text))).toEqual([
      '9|12|torn',
    ]);
    expect(await journal(page)).toBe(null);
  });

  it('moves aside what the game cannot use, and removes what it does not want', async () => {
    const page = await at.open();
    await play(page, 3);
    await page.evaluate(async () => window.kit.storage.setAside?.('lives', window.kit.record(3)));
    expect(await found(page)).toBe('nothing');
    expect(await page.evaluate(async () => (await window.kit.storage.asides()).length)).toBe(2);
    await play(page, 2);
    await page.evaluate(async () => window.kit.storage.remove('lives'));
    expect(await found(page)).toBe('nothing');
  });

  it('D2: says that there is no room, keeps the last good record, and writes again when there is', async () => {
    const page = await at.open();
    const session = await at.chromium.context.newCDPSession(page);
    const origin = new URL(at.served.url).origin;
    // Before the first write: Chromium remembers for a while how much room there was.
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 300_000 });
    await play(page, 2);
    const write = () =>
      page.evaluate(() => window.kit.outcome(window.kit.storage.write('lives', window.kit.record(3, 1_000_000))));
    expect(await write()).toBe('STORAGE_FULL');
    expect(await found(page)).toBe(2);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    expect(await write()).toBe('ok');
    expect(await found(page)).toBe(3);
  });

  it('opens the database once more where its handle has died, and writes', async () => {
    const page = await at.open();
    await play(page, 1);
    const outcome = await page.evaluate(async () => {
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = () => {
        IDBDatabase.prototype.transaction = transaction;
        throw new DOMException('Connection to Indexed Database server lost. Refresh the page to try again');
      };
      const { kit } = window;
      const answer = await kit.outcome(kit.storage.write('lives', kit.record(2)));
      IDBDatabase.prototype.transaction = () => {
        IDBDatabase.prototype.transaction = transaction;
        throw new DOMException('The connection is closing', 'InvalidStateError');
      };
      kit.storage.writeNow('lives', kit.record(3));
      return answer;
    });
    expect(outcome).toBe('ok');
    await page.waitForFunction(() => localStorage.getItem('ports:lives') === null);
    expect(await found(page)).toBe(3);
  });

  it.each([
    ['IndexedDB is missing', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
    [
      'IndexedDB refuses',
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('The operation is insecure', 'SecurityError');
        };
      },
    ],
  ])('rejects with STORAGE_UNAVAILABLE where %s', async (_, block) => {
    const page = await at.open();
    await page.evaluate(block);
    expect(await found(page)).toBe('STORAGE_UNAVAILABLE');
    expect(await page.evaluate(() => window.kit.outcome(window.kit.storage.write('lives', window.kit.record(1))))).toBe(
      'STORAGE_UNAVAILABLE',
    );
  });

  it('plays on with IndexedDB alone where localStorage is blocked, but never calls a save certainly missing', async () => {
    const page = await at.open();
    await page.evaluate(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      }),
    );
    expect(await found(page)).toBe('STORAGE_UNAVAILABLE');
    await page.evaluate(() => window.kit.storage.write('lives', window.kit.record(1)));
    await page.evaluate(() => window.kit.storage.writeNow('lives', window.kit.record(2)));
    await expect.poll(() => found(page)).toBe(2);
    expect(await page.evaluate(() => window.kit.notices.map(({ kind }) => kind))).toContain('journal-unavailable');
  });

  it.each([
    ['begun before it froze', true],
    ['begun after it froze', false],
  ])('holds up no other tab by a write %s, and does it after that', async (_, before) => {
    const [a, b] = [await at.open(), await at.open()];
    await play(a, 1);
    const write = () =>
      a.evaluate(() => {
        const saving = window.kit.outcome(window.kit.storage.write('lives', window.kit.record(2, 1_000_000)));
        Object.assign(window, { saving });
      });
    if (before) await write();
    await at.chromium.freeze(a);
    if (!before) await write();
    const started = Date.now();
    await b.evaluate(async () => {
      await window.kit.storage.read('other');
      await window.kit.storage.write('other', { ...window.kit.record(1), adoption: 'other' });
    });
    expect(Date.now() - started).toBeLessThan(3_000);
    await at.chromium.resume(a);
    expect(await a.evaluate(() => (window as unknown as { saving: Promise<string> }).saving)).toBe('ok');
    expect(await found(b)).toBe(2);
  });

  it('gives a write up that is under way as the page freezes, and does it again after that', async () => {
    const page = await at.open();
    await play(page, 1);
    const happened = await page.evaluate(async () => {
      const happened: string[] = [];
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (...given) {
        IDBDatabase.prototype.transaction = transaction;
        const begun = transaction.apply(this, given);
        begun.addEventListener('abort', () => happened.push('given up'));
        begun.addEventListener('abort', () => document.dispatchEvent(new Event('resume')));
        queueMicrotask(() => document.dispatchEvent(new Event('freeze')));
        return begun;
      };
      happened.push(await window.kit.outcome(window.kit.storage.write('lives', window.kit.record(2))));
      return happened;
    });
    expect(happened).toEqual(['given up', 'ok']);
    expect(await found(page)).toBe(2);
  });

  it('writes the journal alone while frozen, and IndexedDB gets the record after that, as it was', async () => {
    const [a, b] = [await at.open(), await at.open()];
    await play(a, 1);
    await at.chromium.freeze(a);
    await a.evaluate(() => {
      const record = window.kit.record(3);
      window.kit.storage.writeNow('lives', record);
      record.entities.covered.fill(9);
    });
    expect(await journal(a)).toMatch(/^3\|/);
    expect((await places(b)).map(({ sequence }) => sequence)).toEqual([1]);
    await at.chromium.resume(a);
    // Polled by a timer: no frame is drawn in a hidden page.
    await a.waitForFunction(() => localStorage.getItem('ports:lives') === null, undefined, { polling: 100 });
    expect(await found(b)).toBe(3);
  });

  it('leaves at once while the database is opened once more for an earlier write', async () => {
    const page = await at.open();
    await play(page, 1);
    const outcomes = await page.evaluate(async () => {
      const { storage, outcome, record } = window.kit;
      const { transaction } = IDBDatabase.prototype;
      const failed = new Promise((resolve) => {
        IDBDatabase.prototype.transaction = function (...given) {
          IDBDatabase.prototype.transaction = transaction;
          const begun = transaction.apply(this, given);
          Object.defineProperty(begun, 'error', { value: new DOMException('lost', 'UnknownError') });
          begun.addEventListener('abort', resolve);
          queueMicrotask(() => begun.abort());
          return begun;
        };
      });
      const saving = outcome(storage.write('lives', record(2)));
      await failed;
      storage.writeNow('lives', record(3));
      return await saving;
    });
    expect(outcomes).toBe('ok');
    await page.waitForFunction(() => localStorage.getItem('ports:lives') === null);
    expect(await found(page)).toBe(3);
  });

  it('takes a record for written that is there, where only the answer was lost', async () => {
    const page = await at.open();
    await play(page, 1);
    const outcome = await page.evaluate(async () => {
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (...given) {
        IDBDatabase.prototype.transaction = transaction;
        const begun = transaction.apply(this, given);
        Object.defineProperty(begun, 'error', { value: new DOMException('lost', 'UnknownError') });
        Object.defineProperty(begun, 'oncomplete', {
          set: () => begun.addEventListener('complete', (event) => begun.onabort?.(event)),
        });
        return begun;
      };
      return await window.kit.outcome(window.kit.storage.write('lives', window.kit.record(2)));
    });
    expect(outcome).toBe('ok');
    expect((await places(page)).map(({ sequence }) => sequence)).toEqual([2, 1]);
  });

  it('asks the browser to keep the data where the game says so', async () => {
    const page = await at.open();
    expect(
      await page.evaluate(async () => {
        await window.kit.open({ persist: true }).read('lives');
        return window.kit.notices.map(({ kind }) => kind);
      }),
    ).toEqual(['persist']);
  });
});
