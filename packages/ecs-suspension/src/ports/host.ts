/** What a host tells of the page or application. Each may come twice, late, or not at all. */
export interface HostSignals {
  background(): void;
  foreground(): void;
  close(): void;
  reopen(): void;
}

/** Where background, foreground, close and reopen come from. */
export interface Host {
  /** Begins to tell; the result ends it. */
  listen(signals: HostSignals): () => void;
}
