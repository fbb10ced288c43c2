/** Something a storage tells that is no failure of a call. */
export type StorageNotice =
  /** The record is too large for localStorage: it goes to IndexedDB alone at that moment. */
  | { readonly kind: 'journal-too-large'; readonly key: string; readonly units: number; readonly message: string }
  /** localStorage took or gave nothing. */
  | { readonly kind: 'journal-unavailable'; readonly key: string; readonly error: Error; readonly message: string }
  /** What a page left behind did not reach IndexedDB; it is tried again. */
  | { readonly kind: 'leaving-write-failed'; readonly key: string; readonly error: Error; readonly message: string }
  /** A copy could not be read and was set aside; another one was good. */
  | {
      readonly kind: 'copy-set-aside';
      readonly key: string;
      readonly problems: readonly string[];
      readonly message: string;
    }
  /** What the browser answered to `persist`. */
  | { readonly kind: 'persist'; readonly granted: boolean; readonly message: string };

export interface BrowserStorageOptions {
  /** Asks the browser once never to evict this site's data; it may refuse. Default `false`. */
  readonly persist?: boolean;
  /** How long the database may take to open, in milliseconds; default 10,000. */
  readonly openTimeoutMs?: number;
  /** Hears what is no failure of a call. Default: nobody. */
  onNotice?(notice: StorageNotice): void;
}
