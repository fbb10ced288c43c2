import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../src/index.js';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test('docs/errors.md has a heading for each code, and no other', () => {
  const headings = [...readFileSync(at('../docs/errors.md'), 'utf8').matchAll(/^### (\w+)$/gm)].map(([, code]) => code);
  expect([...headings].sort()).toEqual([...ERROR_CODES].sort());
});

test('every code is used', () => {
  const sources = readdirSync(at('../src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'errors.ts')
    .map((name) => readFileSync(join(at('../src'), name), 'utf8'))
    .join('\n');
  expect(ERROR_CODES.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});
