import type { Host, HostSignals } from '../ports/host.js';

/** The part of a document that the host listens to. */
export interface HostDocument extends EventTarget {
  readonly visibilityState: DocumentVisibilityState;
  readonly prerendering?: boolean;
}

export interface BrowserHostOptions {
  /** Default: the page's own. */
  readonly document?: HostDocument;
  /** Default: the page's own. */
  readonly window?: EventTarget;
}

type Told = 'foreground' | 'background' | 'closed';

/**
 * Tells of a page's life: hidden and visible, left and come back to.
 *
 * A page that is hidden or prerendered from its beginning is in the background at once. One that goes into the
 * back-forward cache is closed, and reopened when it comes back. A discarded tab tells nothing: its next load is a new
 * start. A signal is told once until it changes; `beforeunload` and `unload` are left alone, for they keep pages out of
 * the back-forward cache.
 */
export function browserHost(options: BrowserHostOptions = {}): Host {
  return {
    listen(signals: HostSignals) {
      const page: HostDocument = options.document ?? document;
      const frame: EventTarget = options.window ?? window;
      const listening = new AbortController();
      let told: Told = 'foreground';

      const tell = (next: Told): void => {
        // Only coming back opens a closed page: its last `hidden` comes after it was left.
        if (next === told || (told === 'closed' && next === 'background')) return;
        const reopens = told === 'closed';
        told = next;
        if (next === 'background') signals.background();
        else if (next === 'closed') signals.close();
        else if (reopens) signals.reopen();
        else signals.foreground();
      };
      const look = (): void => tell(page.visibilityState === 'hidden' ? 'background' : 'foreground');
      const on = (target: EventTarget, type: string, hear: (event: Event) => void): void =>
        target.addEventListener(type, hear, { signal: listening.signal });

      on(page, 'visibilitychange', look);
      on(page, 'prerenderingchange', look);
      on(page, 'freeze', () => tell('background'));
      on(page, 'resume', () => {
        if (page.visibilityState === 'visible') tell('foreground');
      });
      on(frame, 'pagehide', () => tell('closed'));
      on(frame, 'pageshow', (event) => {
        if (!(event as PageTransitionEvent).persisted) return;
        tell('foreground');
        look();
      });
      if (page.prerendering) tell('background');
      else look();
      return () => listening.abort();
    },
  };
}
