/**
 * Every code a {@link SuspensionError} (or a coded `TypeError` or `RangeError`) can carry.
 * `docs/errors.md` has a heading for each; a test compares the two lists.
 */
export const ERROR_CODES = [
  // what was handed to createSuspension
  'ADOPTION_INVALID',
  'RULES_INCOMPLETE',
  'DISPLAY_MISSING',
  'ALREADY_INSTALLED',
  'OPTION_INVALID',
  'SNAPSHOT_INVALID',
  // the world and the components that rules name
  'WORLD_FOREIGN',
  'WORLD_VERSIONED',
  'WORLD_SHARED_INDEX',
  'COMPONENT_INVALID',
  'COMPONENT_NAME_TAKEN',
  'ITEM_COVERED_TWICE',
  'RESOURCE_COVERED_TWICE',
  'STORE_TOO_SHORT',
  'TARGET_NOT_COVERED',
  'SPAWNED_BEFORE_START',
  'ENTITY_ID_TAKEN',
  'RESTORE_DISTURBED',
  // while running
  'CLOCK_READING_INVALID',
  'CLOCK_UNAVAILABLE',
  'RULE_FAILED',
  'CHANGES_TOO_MANY',
  'CROSSINGS_INVALID',
  'OFFER_FAILED',
  'DISPLAY_FAILED',
  'LISTENER_FAILED',
  'NOT_PLAYING',
  'ALREADY_STARTED',
  'STOPPED',
  'DELTA_INVALID',
  'ROW_UNKNOWN',
  'REWARD_UNKNOWN',
  'REWARD_NOT_CLAIMABLE',
  // the saved record
  'RECORD_UNREADABLE',
  'RECORD_STALE',
  'RECORD_PARTIAL',
  'STATE_UNSTORABLE',
  'STORAGE_UNAVAILABLE',
  'STORAGE_FULL',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * A failure at run time. `code` is stable within a major version, `message` is not:
 * it says what was expected, what came, where, and what to do.
 */
export class SuspensionError extends Error {
  readonly code: ErrorCode;
  /** Places and values that the message names, for a program to read. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'SuspensionError';
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** A programming mistake about a type: a plain `TypeError` with a code of {@link ERROR_CODES}. */
export function typeMistake(code: ErrorCode, message: string): TypeError & { readonly code: ErrorCode } {
  return Object.assign(new TypeError(message), { code });
}

/** A programming mistake about a range: a plain `RangeError` with a code of {@link ERROR_CODES}. */
export function rangeMistake(code: ErrorCode, message: string): RangeError & { readonly code: ErrorCode } {
  return Object.assign(new RangeError(message), { code });
}
