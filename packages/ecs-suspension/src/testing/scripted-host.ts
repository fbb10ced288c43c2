import type { Host, HostSignals } from '../ports/host.js';

/** A host that a test plays: each method gives the signal to whoever listens. */
export interface ScriptedHost extends Host, HostSignals {
  /** How many listen. */
  readonly listeners: number;
}

/**
 * A host for tests.
 *
 * @example
 * const host = scriptedHost()
 * host.background()
 * // nobody listens yet: nothing happens
 */
export function scriptedHost(): ScriptedHost {
  const listening = new Set<HostSignals>();
  const give = (signal: keyof HostSignals) => (): void => {
    for (const signals of [...listening]) signals[signal]();
  };
  return {
    listen(signals) {
      listening.add(signals);
      return () => listening.delete(signals);
    },
    background: give('background'),
    foreground: give('foreground'),
    close: give('close'),
    reopen: give('reopen'),
    get listeners() {
      return listening.size;
    },
  };
}
