export { type ManualClock, manualClock } from './testing/manual-clock.js';
export { type ManualScheduler, manualScheduler } from './testing/manual-scheduler.js';
export {
  type Aside,
  type MemoryStorage,
  type MemoryStorageOptions,
  memoryStorage,
  type StorageCall,
} from './testing/memory-storage.js';
export { type ScriptedDisplay, type Shown, scriptedDisplay } from './testing/scripted-display.js';
export { type ScriptedHost, scriptedHost } from './testing/scripted-host.js';
