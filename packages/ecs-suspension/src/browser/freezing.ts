/** Hears of freeze and resume, from `begin` to `end`; where there is no document, never. */
export interface Freezing {
  begin(): void;
  end(): void;
}

export function createFreezing(freeze: () => void, resume: () => void): Freezing {
  let listening: AbortController | undefined;
  return {
    begin() {
      if (listening || typeof document === 'undefined') return;
      listening = new AbortController();
      const { signal } = listening;
      document.addEventListener('freeze', freeze, { signal });
      document.addEventListener('resume', resume, { signal });
      // Where the one event is missing, the other still comes.
      globalThis.addEventListener?.('pageshow', resume, { signal });
    },
    end() {
      listening?.abort();
      listening = undefined;
    },
  };
}
