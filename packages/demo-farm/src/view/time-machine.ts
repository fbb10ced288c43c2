import type { Suspension } from 'ecs-suspension';
import { h, setText } from './dom.js';

const HOUR_MS = 3_600_000;
const LEAPS: readonly (readonly [string, number])[] = [
  ['10 min', HOUR_MS / 6],
  ['1 h', HOUR_MS],
  ['8 h', 8 * HOUR_MS],
  ['3 days', 72 * HOUR_MS],
  ['a year', 8760 * HOUR_MS],
];

/** Looks at the suspension without waiting: moves the time service, hides and closes the game inside the page. */
export function createTimeMachine(suspension: Suspension): { readonly element: HTMLElement; frame(): void } {
  const note = h('p', { role: 'status', class: 'note' });
  const how = h(
    'select',
    { id: 'how' },
    h('option', { value: 'close' }, 'closed'),
    h('option', { value: 'hide' }, 'hidden'),
  );
  const press = (label: string, act: () => unknown): HTMLButtonElement => {
    const button = h('button', { type: 'button' }, label);
    button.addEventListener('click', () => {
      void (async () => act())().catch((error: unknown) => setText(note, String(error)));
    });
    return button;
  };
  async function leap(label: string, ms: number): Promise<void> {
    const hidden = how.value === 'hide';
    if (hidden) suspension.background();
    else suspension.close();
    try {
      const response = await fetch(`/time?advance=${ms}`, { method: 'POST' });
      if (!response.ok) throw new Error(String(response.status));
      setText(note, hidden ? `Hidden for ${label}: the farm held still.` : `Closed for ${label}.`);
    } catch {
      setText(note, 'There is no time service to move here: start the demo with pnpm start.');
    }
    await (hidden ? suspension.foreground() : suspension.reopen());
  }
  const facts = ['World time', 'Phase', 'Saved', 'Last return'].map((name) => {
    const value = h('dd', {}, '–');
    return { row: h('div', {}, h('dt', {}, name), value), value };
  });
  let lastReturn = '–';
  suspension.on('return', ({ interval, catchUp }) => {
    const updates = catchUp.reduce((sum, segment) => sum + segment.updates, 0);
    lastReturn = `${(interval.elapsedMs / HOUR_MS).toFixed(2)} h, ${updates} updates`;
  });
  const element = h(
    'details',
    { class: 'machine card' },
    h('summary', {}, 'Time machine'),
    h(
      'div',
      { class: 'inside' },
      h('p', {}, h('label', { for: 'how' }, 'Be away, game '), how, ' for'),
      h('div', { class: 'presses' }, ...LEAPS.map(([label, ms]) => press(label, () => leap(label, ms)))),
      h(
        'div',
        { class: 'presses steps' },
        press('Hide', () => suspension.background()),
        press('Show', () => suspension.foreground()),
        press('Close', () => suspension.close()),
        press('Reopen', () => suspension.reopen()),
        h('a', { href: location.href, target: '_blank', rel: 'noopener' }, 'Second tab'),
      ),
      note,
      h('dl', {}, ...facts.map(({ row }) => row)),
    ),
  );
  return {
    element,
    frame() {
      if (!(element as HTMLDetailsElement).open) return;
      const reading = suspension.now();
      const { waitingFor, phase, saved } = suspension;
      const texts = [
        reading === undefined ? '–' : new Date(reading).toLocaleString(),
        waitingFor ? `${phase}, waiting for the ${waitingFor}` : phase,
        saved ? 'yes' : 'not yet',
        lastReturn,
      ];
      for (const [i, { value }] of facts.entries()) setText(value, texts[i] ?? '');
    },
  };
}
