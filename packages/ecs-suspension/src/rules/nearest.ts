/** Letters to insert, drop or replace to turn one text into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The known name that a slip most likely meant; `undefined` where none is within a third of its length. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const most = Math.max(2, Math.floor(candidate.length / 3));
    // A length too far off needs no comparing, and bounds the work for a name of any length.
    if (Math.abs(candidate.length - name.length) > most) continue;
    const letters = distance(name.toLowerCase(), candidate.toLowerCase());
    if (letters <= most && letters < least) [best, least] = [candidate, letters];
  }
  return best;
}
