import { SuspensionError } from '../errors.js';

const REMEDIES = {
  STORAGE_FULL:
    'Free some space (the browser counts all of this site), or keep less in covered state; the last good record was kept.',
  STORAGE_UNAVAILABLE:
    'Allow this site to keep data: a private window, a blocked-cookies setting or a frame of another site forbids it. ' +
    'The game can be played, but not saved.',
} as const;

function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : String(error);
}

/** Whether a store refused for want of room; Firefox has a name of its own for it. */
export function isQuota(error: unknown): boolean {
  return ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED'].includes(nameOf(error));
}

/** Whether an IndexedDB connection has died, so that a new one may work: the fate of a backgrounded page in Safari. */
export function isDeadConnection(error: unknown): boolean {
  const message = error instanceof Error || error instanceof DOMException ? error.message : '';
  return (
    ['InvalidStateError', 'UnknownError'].includes(nameOf(error)) ||
    message.includes('Connection to Indexed Database server lost')
  );
}

/** Makes a coded error of whatever a store of the browser threw. */
export function storageError(error: unknown, doing: string): SuspensionError {
  if (error instanceof SuspensionError) return error;
  const code = isQuota(error) ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE';
  const message = error instanceof Error || error instanceof DOMException ? `: ${error.message}` : '';
  return new SuspensionError(
    code,
    `The browser was expected to take part in ${doing}, and ${nameOf(error)} came${message}. ${REMEDIES[code]}`,
    { cause: error, details: { doing, name: nameOf(error) } },
  );
}
