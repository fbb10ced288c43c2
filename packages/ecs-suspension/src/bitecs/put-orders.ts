import type { StateSnapshot } from '../ports/covered-state.js';
import { arrangeIndex } from './entity-index.js';
import { contextOf, hasKnownOrders } from './internals.js';
import { arrangeLinks } from './links.js';
import { arrangeEntities, arrangeQueries, registerSaved } from './orders.js';
import type { SavedOrders, Source } from './snapshot.js';

/** Puts later ids, iteration orders and bitecs's own bookkeeping back, so that the world plays on as it would have. */
export function putOrders<W extends object>(
  source: Source<W>,
  snapshot: StateSnapshot,
  ids: Uint32Array,
  fresh: boolean,
): void {
  const { world, tokens, queryNames } = source;
  const context = contextOf(world);
  const { queries, entities, links } = snapshot.entities.orders as SavedOrders;
  arrangeIndex(context.entityIndex, snapshot.entities);
  if (!hasKnownOrders(context)) return;
  if (links) arrangeLinks(world, context, ids, links, tokens);
  if (queries) {
    if (fresh) registerSaved(world, queries, tokens, queryNames(context));
    arrangeQueries(context, queryNames(context), queries);
  }
  if (entities) arrangeEntities(context, entities);
}
