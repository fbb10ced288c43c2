import { query } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  EXTRA_MOVES,
  EXTRA_MOVES_COINS,
  findMoves,
  LEVELS,
  LIFE_MS,
  Lives,
  Mist,
  openLevel,
  Phase,
  Piece,
  Progress,
  phaseOf,
  Round,
  readGrid,
  Special,
  STAR_KIND,
  starsOf,
  wholeLives,
} from '../../src/sim/index.js';
import { createGame, layOut, play, QUIET, update } from './game.js';

/** A level in play on the quiet board, whose row 3 is given. */
function playing(row3: string, specials: { [cell: number]: number } = {}, row4 = QUIET[4]!) {
  const world = createGame(7);
  play(world, { type: 'start', level: 0 });
  layOut(world, [...QUIET.slice(0, 3), row3, row4, ...QUIET.slice(5)], specials);
  return world;
}

describe('a swap', () => {
  it('that matches costs a move and scores', () => {
    const world = playing('55451201');
    layOut(world, [...QUIET.slice(0, 3), '33403401', '12342012', ...QUIET.slice(5)]);
    play(world, { type: 'swap', from: 3 * 8 + 2, to: 4 * 8 + 2 });
    expect(Round.moves[world.round]).toBe(LEVELS[0]!.moves - 1);
    expect(Round.score[world.round]).toBeGreaterThanOrEqual(30);
    expect(phaseOf(world)).toBe(Phase.rest);
  });

  it('that does nothing goes back and costs no move', () => {
    const world = playing(QUIET[3]!);
    const before = [...readGrid(world).kind];
    play(world, { type: 'swap', from: 0, to: 1 });
    expect([...readGrid(world).kind]).toEqual(before);
    expect(Round.moves[world.round]).toBe(LEVELS[0]!.moves);
  });

  it('takes its time, and no more where updates are long', () => {
    const world = playing(QUIET[3]!);
    world.requests.push({ type: 'swap', from: 0, to: 1 });
    update(world, 0);
    for (let n = 0; n < 3; n++) update(world, 120); // 170 ms there, 170 ms back
    expect(phaseOf(world)).toBe(Phase.rest);
  });

  it.each([
    ['of cells that are no neighbours', 0, 9],
    ['over the edge of a row', 7, 8],
    ['beyond the board', 63, 64],
    ['of no whole cell', 0.5, 1.5],
  ])('%s is refused', (_, from, to) => {
    const world = playing(QUIET[3]!);
    world.events.length = 0;
    play(world, { type: 'swap', from, to });
    expect(world.events).toEqual([{ type: 'refused' }]);
  });

  it('is refused while the board moves', () => {
    const world = playing(QUIET[3]!);
    world.requests.push({ type: 'swap', from: 0, to: 1 }, { type: 'swap', from: 10, to: 11 });
    world.events.length = 0;
    update(world, 0);
    expect(world.events.map((event) => event.type)).toEqual(['swapped', 'refused']);
  });
});

describe('special pieces', () => {
  /** Row 3 gets three 4s by a swap with row 4. */
  const matchThrough = (specials: { [cell: number]: number }) => {
    const world = playing('44512012', specials, '12401201');
    world.events.length = 0;
    world.requests.push({ type: 'swap', from: 26, to: 34 });
    update(world, 0);
    update(world, 170);
    return world;
  };
  const clearedBy = (specials: { [cell: number]: number }): number[] => {
    const event = matchThrough(specials).events.find((e) => e.type === 'cleared');
    return event?.type === 'cleared' ? event.pieces.map((piece) => piece.cell).sort((a, b) => a - b) : [];
  };

  it('go as any other where they do nothing', () => expect(clearedBy({})).toEqual([24, 25, 26]));
  it('take their row', () => expect(clearedBy({ 24: Special.row })).toEqual([24, 25, 26, 27, 28, 29, 30, 31]));
  it('take their column', () =>
    expect(clearedBy({ 24: Special.column })).toEqual([0, 8, 16, 24, 25, 26, 32, 40, 48, 56]));
  it('take the cells around them', () =>
    expect(clearedBy({ 24: Special.burst })).toEqual([16, 17, 24, 25, 26, 32, 33]));
  it('set each other off', () => expect(clearedBy({ 24: Special.row, 31: Special.column })).toHaveLength(15));

  it('are left by four in a row, where the swapped piece lies', () => {
    const world = playing(QUIET[3]!);
    layOut(world, [...QUIET.slice(0, 3), '45443012', '14201201', ...QUIET.slice(5)]);
    world.requests.push({ type: 'swap', from: 25, to: 33 });
    update(world, 0);
    update(world, 170);
    expect(readGrid(world).special[25]).toBe(Special.row);
  });

  it('as a star take all of the kind they are swapped with', () => {
    const world = playing(`${STAR_KIND}1201201`);
    const zeros = readGrid(world).kind.filter((kind) => kind === 1).length;
    world.events.length = 0;
    world.requests.push({ type: 'swap', from: 24, to: 25 });
    update(world, 0);
    update(world, 170);
    const event = world.events.find((e) => e.type === 'cleared');
    expect(event?.type === 'cleared' && event.pieces).toHaveLength(zeros + 1);
  });

  it('as two stars take the board', () => {
    const world = playing(`${STAR_KIND}${STAR_KIND}201201`);
    world.events.length = 0;
    world.requests.push({ type: 'swap', from: 24, to: 25 });
    update(world, 0);
    update(world, 170);
    const event = world.events.find((e) => e.type === 'cleared');
    expect(event?.type === 'cleared' && event.pieces).toHaveLength(64);
  });
});

describe('goals', () => {
  /** Three 4s are matched in the first cells of row 3. */
  const matchIn = (level: number) => {
    const world = createGame(7);
    Progress.stars[world.round] = 0x3ff;
    play(world, { type: 'start', level });
    layOut(world, [...QUIET.slice(0, 3), '44512012', '12401201', ...QUIET.slice(5)]);
    world.requests.push({ type: 'swap', from: 26, to: 34 });
    update(world, 0);
    update(world, 170);
    return world;
  };

  it('count pieces of their kind, and no others', () => {
    const world = matchIn(1);
    expect([Round.firstLeft[world.round], Round.secondLeft[world.round]]).toEqual([16, 13]);
  });

  it('count mist that lifts', () => {
    const world = matchIn(2);
    expect([Round.firstLeft[world.round], query(world, [Mist]).length]).toEqual([11, 11]);
  });

  it('count points', () => {
    const world = matchIn(3);
    expect([Round.secondLeft[world.round], Round.score[world.round]]).toEqual([1570, 30]);
  });
});

describe('a level', () => {
  it('lost costs one life and keeps the time waited for the next', () => {
    const world = createGame(3);
    Lives.refilledMs[world.player] = 3 * LIFE_MS + 90_000;
    play(world, { type: 'start', level: 0 });
    Round.moves[world.round] = 1;
    Round.firstLeft[world.round] = 999;
    const { kind, special } = readGrid(world);
    play(world, { type: 'swap', ...findMoves(kind, special)[0]! });
    expect(phaseOf(world)).toBe(Phase.lost);
    expect(Lives.refilledMs[world.player]).toBe(2 * LIFE_MS + 90_000);
  });

  it('given up costs one life', () => {
    const world = createGame(3);
    play(world, { type: 'start', level: 0 });
    play(world, { type: 'give-up' });
    expect([phaseOf(world), wholeLives(world)]).toEqual([Phase.lost, 4]);
  });

  it('cannot begin without a whole life', () => {
    const world = createGame(3);
    Lives.refilledMs[world.player] = LIFE_MS - 1;
    play(world, { type: 'start', level: 0 });
    expect(phaseOf(world)).toBe(Phase.map);
    Lives.refilledMs[world.player] = LIFE_MS;
    play(world, { type: 'start', level: 0 });
    expect(phaseOf(world)).toBe(Phase.rest);
  });

  it('cannot begin before the one in front of it is won', () => {
    const world = createGame(3);
    play(world, { type: 'start', level: 1 });
    expect(phaseOf(world)).toBe(Phase.map);
  });

  it('won opens the next, gives stars and coins and costs no life', () => {
    const world = createGame(3);
    play(world, { type: 'start', level: 0 });
    Round.firstLeft[world.round] = 0;
    const coins = Progress.coins[world.round]!;
    const { kind, special } = readGrid(world);
    play(world, { type: 'swap', ...findMoves(kind, special)[0]! });
    expect(phaseOf(world)).toBe(Phase.won);
    expect([starsOf(world, 0), openLevel(world), wholeLives(world)]).toEqual([3, 1, 5]);
    expect(Progress.coins[world.round]).toBe(coins + 10 + 3 * (LEVELS[0]!.moves - 1));
  });

  it('sells moves for coins, and none to those without', () => {
    const world = createGame(3);
    play(world, { type: 'start', level: 0 });
    Progress.coins[world.round] = EXTRA_MOVES_COINS;
    play(world, { type: 'buy-moves' });
    play(world, { type: 'buy-moves' });
    expect([Round.moves[world.round], Progress.coins[world.round]]).toEqual([LEVELS[0]!.moves + EXTRA_MOVES, 0]);
  });

  it('lays its mist anew, however often it begins', () => {
    const world = createGame(3);
    Progress.stars[world.round] = 0x3ff;
    for (let n = 0; n < 3; n++) {
      play(world, { type: 'start', level: 2 });
      expect(query(world, [Mist])).toHaveLength(12);
      play(world, { type: 'give-up' });
    }
  });

  it('without a move is shuffled to one that has moves', () => {
    const world = playing(QUIET[3]!);
    expect(findMoves(readGrid(world).kind, readGrid(world).special)).toEqual([]);
    world.events.length = 0;
    Round.phase[world.round] = Phase.fall;
    update(world, 1);
    expect(world.events.map((event) => event.type)).toEqual(['shuffled']);
    expect(findMoves(readGrid(world).kind, readGrid(world).special).length).toBeGreaterThan(0);
  });

  it('of one kind alone is dealt anew', () => {
    const world = playing(QUIET[3]!);
    for (const piece of query(world, [Piece])) Piece.kind[piece] = Piece.cell[piece]! % 2 ? 3 : STAR_KIND;
    for (const piece of query(world, [Piece])) if (Piece.kind[piece] === STAR_KIND) Piece.kind[piece] = 9;
    Round.phase[world.round] = Phase.fall;
    update(world, 1);
    update(world, 60_000);
    expect(findMoves(readGrid(world).kind, readGrid(world).special).length).toBeGreaterThan(0);
  });
});
