import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listTests } from '../../src/adoption/applicability.js';
import { readAdoption } from '../../src/adoption/read.js';
import { TEMPLATES } from '../../src/adoption/templates.js';
import type { Json } from './documents.js';
import { PACK_2 } from './documents.js';

/** Folder of the published contract, where there is one: the project keeps none of its wording. */
const folder = process.env['OPENGDD_CONTRACT'] ?? '';
const json = (name: string): any => JSON.parse(readFileSync(join(folder, name), 'utf8'));

describe.runIf(folder && existsSync(folder))('the published contract', () => {
  it.each(['lives-refill-while-away', 'pumpkin-growth-window'])('loads unmodified, in both versions: %s', (id) => {
    const document: Json = json(`adoptions/${id}.json`);
    const { contract, version, pack, answers, values, rows } = document;
    const alone = readAdoption({ contract, version, pack, answers, values, rows }, id);
    expect(readAdoption(document, id)).toEqual(alone);
    expect(alone).toMatchObject({ ok: true, warnings: [], adoption: { id, answers, rows } });
    expect(readAdoption({ ...document, version: 2, pack: PACK_2 }, id)).toMatchObject({ ok: true, warnings: [] });
    if (alone.ok) {
      const entries = listTests(alone.adoption).map(({ test: _, template, ...rest }) => ({ test: template, ...rest }));
      expect(entries).toEqual(json('applicability.json')[id]);
    }
  });

  it('has the templates of our table', () => {
    const ours = TEMPLATES.map(({ fields, collection, when, ...rest }) => ({
      ...rest,
      ...(collection && { collection, 'row-fields': fields }),
      ...(when && { when }),
    }));
    expect(ours).toEqual(json('templates.json'));
  });
});
