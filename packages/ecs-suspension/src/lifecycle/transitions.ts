/** Where a suspension stands. */
export type Phase = 'loading' | 'playing' | 'held' | 'away' | 'returning' | 'failed' | 'elsewhere' | 'stopped';

/** The legal moves between phases, as data: whatever is not listed cannot happen. */
export const TRANSITIONS: { readonly [from in Phase]: readonly Phase[] } = {
  loading: ['playing', 'away', 'held', 'failed', 'elsewhere', 'stopped'],
  playing: ['held', 'away', 'elsewhere', 'stopped', 'loading'],
  held: ['playing', 'away', 'elsewhere', 'stopped', 'loading'],
  away: ['returning', 'elsewhere', 'stopped'],
  returning: ['playing', 'held', 'away', 'failed', 'elsewhere', 'stopped'],
  failed: ['returning', 'loading', 'elsewhere', 'stopped'],
  elsewhere: ['loading', 'stopped'],
  stopped: [],
};

export function isLegalMove(from: Phase, to: Phase): boolean {
  return TRANSITIONS[from].includes(to);
}
