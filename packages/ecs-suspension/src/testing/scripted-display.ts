import type { Display, Notice, ReturnDisplay, ReturnSummary } from '../ports/display.js';

export type Shown =
  | { readonly surface: 'notice'; readonly notice: Notice }
  | { readonly surface: 'show'; readonly display: ReturnDisplay }
  | { readonly surface: 'summary'; readonly summary: ReturnSummary };

/** A display with every surface, which keeps what was shown. */
export interface ScriptedDisplay extends Required<Display> {
  /** What was shown, in order. */
  readonly shown: readonly Shown[];
}

/**
 * A display for tests.
 *
 * @param during - What happens while a surface is shown: a promise holds the return open, a throw makes it fail.
 *
 * @example
 * const display = scriptedDisplay()
 * display.shown.length
 * // -> 0
 */
export function scriptedDisplay(during?: (shown: Shown) => void | Promise<void>): ScriptedDisplay {
  const shown: Shown[] = [];
  const keep = (one: Shown): void | Promise<void> => {
    shown.push(one);
    return during?.(one);
  };
  return {
    notice: (notice) => keep({ surface: 'notice', notice }),
    show: (display) => keep({ surface: 'show', display }),
    summary: (summary) => keep({ surface: 'summary', summary }),
    shown,
  };
}
