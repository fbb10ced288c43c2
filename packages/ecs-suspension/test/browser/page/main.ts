import type { BrowserStorageOptions, StorageNotice } from '../../../src/browser.js';
import { browserHost, browserStorage, serverClock, signedClock } from '../../../src/browser.js';
import { record } from '../../record/make.js';

/** What the tests call inside the page. */
export interface Kit {
  readonly storage: ReturnType<typeof browserStorage>;
  readonly notices: StorageNotice[];
  readonly serverClock: typeof serverClock;
  readonly signedClock: typeof signedClock;
  /** A record whose state is `bytes` of noise, so that nothing deflates it. */
  record(sequence: number, bytes?: number): ReturnType<typeof record>;
  /** The code of what a promise rejects with, or `ok`. */
  outcome(promise: Promise<unknown>): Promise<string>;
  open(options?: BrowserStorageOptions): ReturnType<typeof browserStorage>;
  /** Writes records of that size as the page is left, from this sequence on. */
  leaveWith(sequence: number, bytes?: number): void;
  listen(): void;
}

declare global {
  interface Window {
    kit: Kit;
  }
}

const notices: StorageNotice[] = [];
const open = (options: BrowserStorageOptions = {}) =>
  browserStorage('ports', { onNotice: (notice) => notices.push(notice), ...options });

function noise(bytes: number): Uint8Array {
  const data = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536));
  return data;
}

window.kit = {
  storage: open(),
  notices,
  serverClock,
  signedClock,
  open,
  record: (sequence, bytes = 100) => record({ sequence, resources: { noise: noise(bytes) } }),
  async outcome(promise) {
    try {
      await promise;
      return 'ok';
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : String(error);
    }
  },
  leaveWith(sequence, bytes) {
    const { storage } = window.kit;
    let next = sequence;
    const leave = () => storage.writeNow('lives', window.kit.record(next++, bytes));
    browserHost().listen({ background: leave, close: leave, foreground() {}, reopen() {} });
  },
  listen() {
    const tell = (signal: string) =>
      localStorage.setItem('signals', `${localStorage.getItem('signals') ?? ''}${signal} `);
    browserHost().listen({
      background: () => tell('background'),
      foreground: () => tell('foreground'),
      close: () => tell('close'),
      reopen: () => tell('reopen'),
    });
  },
};
