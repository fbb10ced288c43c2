import type { Kept, Restored } from '../ports/covered-state.js';
import type { Snapshot } from '../rules/duties.js';
import { carriesOf, restoreCarries } from './carries.js';
import type { Context } from './context.js';
import { emit, trace } from './context.js';

/**
 * Captures one coherent copy of every covered item, carries included (step 2).
 *
 * When it ends, nothing in the copy can change with the world.
 */
export function captureSnapshot<W>(context: Context<W>): Snapshot {
  return { ...context.state.capture(), carries: carriesOf(context), choices: { ...context.choices } };
}

export function traceSnapshot<W>(context: Context<W>, snapshot: Snapshot, readingMs: number | undefined): void {
  trace(context, 'suspension-snapshot', () => ({
    readingMs,
    components: Object.fromEntries(
      Object.entries(snapshot.components).map(([name, { members, data }]) => [name, { members, data }]),
    ),
    resources: snapshot.resources,
    carries: snapshot.carries,
    choices: snapshot.choices,
  }));
}

/**
 * Puts a snapshot back in place. Continuous state, which went on under its authority, is left as it stands.
 * Tells `restored` where anything differed.
 */
export function restoreSnapshot<W>(context: Context<W>, snapshot: Snapshot): Restored {
  const restored = context.state.restore(snapshot, livingNames(context));
  restoreCarries(context, snapshot.carries);
  context.choices = { ...snapshot.choices };
  if (differed(restored)) emit(context, 'restored', restored);
  return restored;
}

/** Names of continuous rows, of selected continuous branches, and of destinations that are answering an offer. */
function livingNames<W>({ bound, choices, offering }: Context<W>): Kept {
  const components = new Set<string>();
  const resources = new Set<string>();
  const add = (rule: { readonly components?: object; readonly resources?: object }): void => {
    for (const name of Object.keys(rule.components ?? {})) components.add(name);
    for (const name of Object.keys(rule.resources ?? {})) resources.add(name);
  };
  for (const { rule } of bound.continuous) add(rule);
  for (const destination of offering.values()) add(destination);
  for (const { id, branches } of bound.choices) {
    const selected = branches.find((branch) => branch.name === choices[id]);
    if (selected?.kind === 'continuous') add(selected.rule);
  }
  return { components, resources };
}

/** Whether a restore changed anything. */
export function differed({ created, removed, added, dropped, written }: Restored): boolean {
  return created.length > 0 || removed.length > 0 || [added, dropped, written].some((by) => Object.keys(by).length > 0);
}
