import { addEntity, createWorld } from 'bitecs';
import { expect, test } from 'vitest';
import type { Cover } from '../../src/bitecs/overlap.js';
import {
  assertNoEntityCoveredTwice,
  assertNoResourceCoveredTwice,
  assertNotCoveredTwice,
} from '../../src/bitecs/overlap.js';
import { thrownBy } from './make.js';

const Timer = {};
const [Crop, Lamp] = [{}, {}];
const by = (row: string, more: Partial<Cover> = {}): Cover => ({
  suspension: 's',
  row,
  name: 'Timer',
  ref: Timer,
  with: [],
  ...more,
});

test('two rows of one suspension may not cover a component', () => {
  expect(thrownBy(() => assertNotCoveredTwice([by('a'), by('b')]))).toMatchObject({
    code: 'ITEM_COVERED_TWICE',
    details: { component: 'Timer', rows: ['a', 'b'] },
  });
});

test('two suspensions may not cover a component, whatever they call it', () => {
  const covers = [by('a'), by('a', { suspension: 't', name: 'Other' })];
  expect(thrownBy(() => assertNotCoveredTwice(covers))).toMatchObject({ code: 'ITEM_COVERED_TWICE' });
});

test('a row that narrows clashes with one that does not', () => {
  expect(thrownBy(() => assertNotCoveredTwice([by('a', { with: [Crop] }), by('b')]))).toMatchObject({
    code: 'ITEM_COVERED_TWICE',
  });
});

test('two rows that narrow clash only where an entity is in both', () => {
  const covers = [by('a', { with: [Crop] }), by('b', { with: [Lamp] })];
  const world = createWorld();
  addEntity(world, Timer, Crop);
  addEntity(world, Timer, Lamp);
  expect(thrownBy(() => assertNotCoveredTwice(covers))).toBeUndefined();
  expect(thrownBy(() => assertNoEntityCoveredTwice(world, covers))).toBeUndefined();
  const both = addEntity(world, Timer, Crop, Lamp);
  expect(thrownBy(() => assertNoEntityCoveredTwice(world, covers))).toMatchObject({
    code: 'ITEM_COVERED_TWICE',
    details: { entity: both, rows: ['a', 'b'] },
  });
});

test('branches of one row and effects on a row share its components', () => {
  expect(thrownBy(() => assertNotCoveredTwice([by('a'), by('a'), by('b', { by: 'effect' })]))).toBeUndefined();
});

test('one name stands for one component', () => {
  expect(thrownBy(() => assertNotCoveredTwice([by('a'), by('b', { ref: {} })]))).toMatchObject({
    code: 'COMPONENT_NAME_TAKEN',
  });
});

test('a resource is of one suspension, and rows of one share it as one object', () => {
  const rule = {};
  const of = (suspension: string, row: string, more = {}) => ({ suspension, row, name: 'seed', rule, ...more });
  expect(thrownBy(() => assertNoResourceCoveredTwice([of('s', 'a'), of('s', 'b')], []))).toBeUndefined();
  expect(thrownBy(() => assertNoResourceCoveredTwice([of('s', 'a'), of('s', 'b', { rule: {} })], []))).toMatchObject({
    code: 'RESOURCE_COVERED_TWICE',
  });
  expect(thrownBy(() => assertNoResourceCoveredTwice([of('s', 'a'), of('t', 'b')], []))).toMatchObject({
    code: 'RESOURCE_COVERED_TWICE',
  });
  expect(thrownBy(() => assertNoResourceCoveredTwice([of('s', 'a', { name: 'Timer' })], [by('a')]))).toMatchObject({
    code: 'COMPONENT_NAME_TAKEN',
  });
});
