import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserHost } from '../../src/browser/host.js';

/** A page whose life is told by hand. */
function pageOf(visibilityState: DocumentVisibilityState = 'visible', prerendering = false) {
  const page = Object.assign(new EventTarget(), { visibilityState, prerendering });
  const frame = new EventTarget();
  const told: string[] = [];
  const undo = browserHost({ document: page, window: frame }).listen({
    background: () => told.push('background'),
    foreground: () => told.push('foreground'),
    close: () => told.push('close'),
    reopen: () => told.push('reopen'),
  });
  const say = (...events: string[]): string[] => {
    told.length = 0;
    for (const event of events) {
      if (event === 'hidden' || event === 'visible') page.visibilityState = event;
      const type = event === 'hidden' || event === 'visible' ? 'visibilitychange' : event.replace('!', '');
      const persisted = event.endsWith('!');
      const target = type.startsWith('page') ? frame : page;
      target.dispatchEvent(Object.assign(new Event(type), { persisted }));
    }
    return [...told];
  };
  return { page, say, undo, first: [...told] };
}

describe('browserHost', () => {
  it.each<[string, string[], string[]]>([
    ['hidden and shown', ['hidden', 'visible'], ['background', 'foreground']],
    ['hidden, twice told', ['hidden', 'hidden'], ['background']],
    ['closed while seen', ['pagehide', 'hidden'], ['close']],
    ['closed while hidden', ['hidden', 'pagehide'], ['background', 'close']],
    [
      'through the back-forward cache',
      ['pagehide!', 'hidden', 'freeze', 'resume', 'visible', 'pageshow!'],
      ['close', 'reopen'],
    ],
    ['through the back-forward cache, in the other order', ['pagehide!', 'pageshow!', 'visible'], ['close', 'reopen']],
    [
      'out of the back-forward cache into a hidden tab',
      ['pagehide!', 'hidden', 'pageshow!'],
      ['close', 'reopen', 'background'],
    ],
    ['frozen and shown', ['hidden', 'freeze', 'resume', 'visible'], ['background', 'foreground']],
    ['frozen without being hidden', ['freeze', 'resume'], ['background', 'foreground']],
    ['resumed while hidden', ['hidden', 'freeze', 'resume'], ['background']],
    ['first shown', ['pageshow'], []],
    ['asked whether it may be left', ['beforeunload', 'unload'], []],
  ])('tells of a page %s', (_, events, told) => {
    const { say } = pageOf();
    expect(say(...events)).toEqual(told);
  });

  it('tells of the background at once where the page was opened hidden', () => {
    expect(pageOf('hidden').first).toEqual(['background']);
  });

  it('tells of the background at once where the page is prerendered, and of the foreground when it is used', () => {
    const { page, say, first } = pageOf('visible', true);
    page.prerendering = false;
    expect([first, say('prerenderingchange')]).toEqual([['background'], ['foreground']]);
  });

  it('tells nothing more once it was undone', () => {
    const { say, undo } = pageOf();
    undo();
    expect(say('hidden', 'pagehide', 'pageshow!', 'visible')).toEqual([]);
  });

  it('never tells a signal twice in a row, nor of play in a closed page, and ends where the page is', () => {
    const event = fc.constantFrom('hidden', 'visible', 'pagehide', 'pageshow!', 'pageshow', 'freeze', 'resume');
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const { say } = pageOf();
        const told = say(...events, 'visible', 'pageshow!');
        for (const [i, signal] of told.entries()) {
          const before = told[i - 1] ?? 'foreground';
          expect(signal).not.toBe(before);
          if (before === 'close') expect(signal).toBe('reopen');
          if (signal === 'reopen') expect(before).toBe('close');
        }
        expect(['foreground', 'reopen', undefined]).toContain(told.at(-1));
      }),
    );
  });
});
