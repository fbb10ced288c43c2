import type { Level } from '../sim/index.js';
import { COINS_PER_WIN } from '../sim/index.js';
import { button, h } from './dom.js';
import { goalIcon } from './goals.js';
import { coinIcon, lanternIcon, starIcon } from './icons.js';
import { goalLabel, livesWord } from './words.js';

interface Action {
  readonly label: string;
  readonly isMain?: boolean;
  readonly press?: () => void;
}

export interface Dialogs {
  readonly element: HTMLDialogElement;
  readonly isOpen: boolean;
  close(): void;
  begin(index: number, level: Level, play: () => void): void;
  noLives(): void;
  giveUp(confirm: () => void): void;
  /** `next` is `undefined` after the last level. */
  won(
    prize: { readonly stars: number; readonly coins: number },
    next: (() => void) | undefined,
    toMap: () => void,
  ): void;
  lost(livesLeft: number, again: () => void, toMap: () => void): void;
  /** The line that tells how long the next life takes, kept up to date by the view. */
  readonly waiting: HTMLElement;
}

/** One dialog element, filled anew for each occasion: the browser keeps the focus inside it. */
export function createDialogs(): Dialogs {
  const element = h('dialog', { class: 'sheet', 'aria-labelledby': 'sheet-title' });
  const waiting = h('p', { class: 'sheet-wait' });
  let dismissed: (() => void) | undefined;

  function open(
    title: string,
    body: readonly (Node | string)[],
    actions: readonly Action[],
    onDismiss?: () => void,
  ): void {
    dismissed = onDismiss;
    const buttons = actions.map(({ label, isMain, press }) => {
      const act = (): void => {
        dismissed = undefined;
        element.close();
        press?.();
      };
      return button({ class: isMain ? 'main' : 'soft', autofocus: isMain }, act, label);
    });
    element.replaceChildren(
      h('h2', { id: 'sheet-title' }, title),
      ...body,
      h('div', { class: 'sheet-actions' }, ...buttons),
    );
    if (!element.open) element.showModal();
    buttons.at(-1)?.focus();
  }

  element.addEventListener('close', () => {
    dismissed?.();
    dismissed = undefined;
  });

  return {
    element,
    waiting,
    get isOpen() {
      return element.open;
    },
    close() {
      dismissed = undefined;
      element.close();
    },
    begin(index, level, play) {
      const goals = level.goals.flatMap((goal) =>
        goal ? [h('li', {}, goalIcon(goal), h('span', {}, goalLabel(goal, goal.count)))] : [],
      );
      open(
        `${index + 1} · ${level.name}`,
        [
          h('ul', { class: 'sheet-goals' }, ...goals),
          h('p', {}, `${level.moves} moves. A level that is lost costs a life.`),
        ],
        [{ label: 'Not now' }, { label: 'Play', isMain: true, press: play }],
      );
    },
    noLives() {
      open(
        'No life left',
        [
          h('div', { class: 'sheet-lanterns' }, lanternIcon()),
          waiting,
          h('p', {}, 'Lives come back while you are away, too.'),
        ],
        [{ label: 'All right', isMain: true }],
      );
    },
    giveUp(confirm) {
      open(
        'Give up this level?',
        [h('p', {}, 'It counts as lost and costs a life.')],
        [
          { label: 'Give up', press: confirm },
          { label: 'Play on', isMain: true },
        ],
      );
    },
    won({ stars, coins }, next, toMap) {
      open(
        'The lantern is lit',
        [
          h(
            'div',
            { class: 'sheet-stars', role: 'img', 'aria-label': `${stars} of 3 stars` },
            ...[1, 2, 3].map((n) => starIcon(n <= stars)),
          ),
          h('p', { class: 'sheet-coins' }, coinIcon(), `+${coins} coins`),
          h('p', {}, coins > COINS_PER_WIN ? 'Moves left over were paid in coins.' : 'On the very last move.'),
        ],
        next
          ? [
              { label: 'Map', press: toMap },
              { label: 'Next level', isMain: true, press: next },
            ]
          : [{ label: 'Map', isMain: true, press: toMap }],
        toMap,
      );
    },
    lost(livesLeft, again, toMap) {
      open(
        'The lantern went out',
        [
          h('div', { class: 'sheet-lanterns out' }, lanternIcon()),
          h(
            'p',
            {},
            livesLeft > 0 ? `That cost a life. You have ${livesWord(livesLeft)} left.` : 'That was the last life.',
          ),
          ...(livesLeft === 0 ? [waiting] : []),
        ],
        livesLeft > 0
          ? [
              { label: 'Map', press: toMap },
              { label: 'Try again', isMain: true, press: again },
            ]
          : [{ label: 'Map', isMain: true, press: toMap }],
        toMap,
      );
    },
  };
}
