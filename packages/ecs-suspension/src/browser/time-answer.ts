/** Half of a second: a `Date` header tells whole seconds, cut off. */
const DATE_HEADER_MIDDLE_MS = 500;

/** Reads `{ "now": ms }` or a bare number. */
function bodyTime(text: string): number | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const now = typeof body === 'object' && body !== null && 'now' in body ? body.now : body;
    return typeof now === 'number' && Number.isFinite(now) ? now : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The time of an answer in milliseconds since 1970: its JSON body's, else its `Date` header's.
 *
 * @throws An error that says what came, where there is neither, or a time before `earliestMs`.
 */
export async function timeOf(response: Response, earliestMs: number): Promise<number> {
  if (!response.ok) throw new Error(`status ${response.status} came`);
  const text = await response.text();
  const header = Date.parse(response.headers.get('date') ?? '');
  const time = bodyTime(text) ?? header + DATE_HEADER_MIDDLE_MS;
  if (Number.isNaN(time)) {
    throw new Error(`neither { "now": ms } nor a Date header came, but ${JSON.stringify(text.slice(0, 40))}`);
  }
  return checkedTime(time, earliestMs);
}

/** A time that may be one, or an error that says what came. */
export function checkedTime(time: number, earliestMs: number): number {
  if (time >= earliestMs && time <= 8.64e15) return time;
  const hint = time < earliestMs && time * 1_000 > earliestMs ? ', as if in seconds' : '';
  throw new Error(`${time} came, which is no time in milliseconds since 1970${hint}`);
}
