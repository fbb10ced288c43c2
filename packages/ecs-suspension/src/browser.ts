export { deviceClock } from './browser/device-clock.js';
export type { BrowserHostOptions, HostDocument } from './browser/host.js';
export { browserHost } from './browser/host.js';
export type { Aside, Header } from './browser/indexed-db.js';
export type { ServerClock, ServerClockOptions } from './browser/server-clock.js';
export { serverClock } from './browser/server-clock.js';
export type { BrowserStorage } from './browser/storage.js';
export { browserStorage } from './browser/storage.js';
export type { BrowserStorageOptions, StorageNotice } from './browser/storage-options.js';
