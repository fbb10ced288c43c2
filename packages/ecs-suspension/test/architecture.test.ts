import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { STEPS } from '../src/lifecycle/steps.js';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** Which folders of ours a folder may import, itself aside; type imports of the shared shapes count as well. */
const ALLOWED: { readonly [folder: string]: readonly string[] } = {
  adoption: [],
  timeline: ['rules', 'adoption'],
  rewards: ['rules', 'adoption'],
  rules: ['adoption', 'ports'],
  ports: ['adoption', 'rules', 'record'],
  record: ['adoption', 'ports', 'rules'],
  lifecycle: ['adoption', 'rules', 'timeline', 'rewards', 'record', 'ports'],
  ambient: ['ports', 'record'],
  bitecs: ['lifecycle', 'ports', 'adoption', 'rules', 'record', 'ambient'],
  browser: ['ports', 'record', 'rules', 'adoption'],
  testing: ['ports', 'record', 'rules'],
  conformance: ['adoption', 'rules', 'lifecycle', 'ports', 'record', 'bitecs', 'testing'],
};
const CORE = ['adoption', 'timeline', 'rewards', 'rules', 'ports', 'record', 'lifecycle', 'bitecs', '.'];
const AMBIENT =
  /\b(Date\.now|new Date\(\)|Math\.random|performance\b|setTimeout|setInterval|setImmediate|requestAnimationFrame|console\b|window\b|localStorage|indexedDB|navigator\b|crypto\b)/;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

interface Source {
  readonly name: string;
  readonly folder: string;
  readonly code: string;
}

/** The code of a file without comments and texts, in which a word is no use of it. */
function bare(code: string): string {
  return code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`/g, "''");
}

const SOURCES: readonly Source[] = filesIn(SRC).map((path) => {
  const name = relative(SRC, path).replaceAll(sep, '/');
  return { name, folder: name.includes('/') ? (name.split('/')[0] ?? '') : '.', code: readFileSync(path, 'utf8') };
});

function importsOf({ name, code }: Source): { readonly folder: string; readonly from: string }[] {
  const found: { folder: string; from: string }[] = [];
  for (const [, from = ''] of code.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)) {
    if (!from.startsWith('.')) found.push({ folder: '', from });
    else {
      const target = relative(SRC, join(SRC, dirname(name), from)).replaceAll(sep, '/');
      found.push({ folder: target.includes('/') ? (target.split('/')[0] ?? '') : '.', from });
    }
  }
  return found;
}

/** What breaks the directions, as `file: what`. */
export function violations(sources: readonly Source[]): string[] {
  const found: string[] = [];
  for (const source of sources) {
    const { name, folder, code } = source;
    for (const { folder: target, from } of importsOf(source)) {
      if (/^bitecs(\/|$)/.test(from) && folder !== 'bitecs') found.push(`${name}: imports ${from}`);
      const isEntry = folder === '.';
      if (from.startsWith('.') && target !== '.' && target !== folder && !isEntry) {
        if (!ALLOWED[folder]?.includes(target)) found.push(`${name}: imports ${from}`);
      }
    }
    const used = CORE.includes(folder) ? AMBIENT.exec(bare(code)) : null;
    if (used) found.push(`${name}: uses ${used[0]}`);
  }
  return found;
}

describe('the tree', () => {
  test('imports in one direction, bitecs in one folder, and reads nothing ambient in the core', () => {
    expect(violations(SOURCES)).toEqual([]);
  });

  test('is held by a guard that sees each kind of violation', () => {
    const planted = (name: string, code: string): string[] =>
      violations([{ name, folder: name.includes('/') ? (name.split('/')[0] ?? '') : '.', code }]);
    expect(planted('adoption/x.ts', "import { y } from '../lifecycle/y.js';")).toHaveLength(1);
    expect(planted('lifecycle/x.ts', "import { query } from 'bitecs';")).toHaveLength(1);
    expect(planted('lifecycle/x.ts', "import { z } from '../testing/z.js';")).toHaveLength(1);
    for (const use of ['Date.now()', 'Math.random()', 'setTimeout(f, 1)', 'console.log(1)', 'performance.now()']) {
      expect(planted('record/x.ts', `const a = ${use};`)).toHaveLength(1);
    }
    expect(planted('record/x.ts', '// Date.now() is out')).toEqual([]);
  });

  test('has one file per step of the contract, numbered as it numbers them', () => {
    const numbers = SOURCES.flatMap(({ name }) => {
      const [, from, to] = /^lifecycle\/(\d\d)(?:-(\d\d))?-/.exec(name) ?? [];
      if (from === undefined) return [];
      const steps: number[] = [];
      for (let step = Number(from); step <= Number(to ?? from); step++) steps.push(step);
      return steps;
    });
    expect(numbers.sort((a, b) => a - b)).toEqual(STEPS.map((_, i) => i + 1));
  });

  test('has files of a screen or two', () => {
    const lines = SOURCES.map(({ code }) => code.split('\n').length).sort((a, b) => a - b);
    expect(lines[Math.floor(lines.length / 2)]).toBeLessThan(130);
    expect(lines[Math.floor(lines.length * 0.9)]).toBeLessThan(260);
  });

  test('has no import cycle', () => {
    const edges = new Map(
      SOURCES.map((source) => [
        source.name,
        importsOf({ ...source, code: source.code.replace(/import type[\s\S]*?from '[^']+';/g, '') })
          .filter(({ from }) => from.startsWith('.'))
          .map(({ from }) =>
            relative(SRC, join(SRC, dirname(source.name), from.replace(/\.js$/, '.ts'))).replaceAll(sep, '/'),
          ),
      ]),
    );
    const state = new Map<string, 'open' | 'done'>();
    const cycle = (name: string, path: readonly string[]): string[] | undefined => {
      if (state.get(name) === 'done') return undefined;
      if (state.get(name) === 'open') return [...path.slice(path.indexOf(name)), name];
      state.set(name, 'open');
      for (const next of edges.get(name) ?? []) {
        const found = cycle(next, [...path, name]);
        if (found) return found;
      }
      state.set(name, 'done');
      return undefined;
    };
    for (const name of edges.keys()) expect(cycle(name, [])).toBeUndefined();
  });
});
