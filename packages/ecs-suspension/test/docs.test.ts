import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

interface Example {
  readonly file: string;
  readonly code: string;
}

/** The `@example` blocks of docstrings that state what they give, with `// ->`. */
function examples(): Example[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((file) => {
      const source = readFileSync(join(SRC, file), 'utf8');
      return [...source.matchAll(/@example\n([\s\S]*?)(?=\n \* @|\*\/)/g)].flatMap(([, block = '']) => {
        const code = block.replace(/^ \* ?/gm, '').trim();
        return code.includes('// ->') ? [{ file, code }] : [];
      });
    });
}

/** Turns `expression` and `// -> value` below it into one check each. */
function checks(code: string): string {
  return code.replace(
    /^(.*)\n\/\/ -> (.*)$/gm,
    (_, expression: string, value: string) => `__equal(${expression}, (${value}));`,
  );
}

describe('examples in docstrings', () => {
  for (const { file, code } of examples()) {
    test(`${file}: ${code.split('\n')[0]}`, async () => {
      const module = (await import(pathToFileURL(join(SRC, file)).href)) as Record<string, unknown>;
      const names = Object.keys(module);
      const run = new Function('__equal', ...names, `return (async () => { ${checks(code)} })();`);
      let compared = 0;
      await run(
        (actual: unknown, wanted: unknown) => {
          compared++;
          expect(actual).toEqual(wanted);
        },
        ...names.map((name) => module[name]),
      );
      expect(compared).toBeGreaterThan(0);
    });
  }
});

describe('README.md', () => {
  test('has an example that runs as it stands and prints what it says', async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: ROOT, loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['source'],
      alias: { 'ecs-suspension': join(SRC, 'index.ts'), 'ecs-suspension/testing': join(SRC, 'testing.ts') },
      write: false,
    });
    const said: string[] = [];
    const console = globalThis.console.log;
    globalThis.console.log = (...args: unknown[]) => said.push(args.join(' '));
    try {
      const text = outputFiles[0]?.text ?? '';
      await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
    } finally {
      globalThis.console.log = console;
    }
    expect(said).toEqual(['lives: 2 -> 3.5', '1.5']);
  });
});

describe('links', () => {
  const pages = [
    join(ROOT, '../../README.md'),
    ...['README.md', 'docs', 'spec'].flatMap((name) =>
      name.endsWith('.md') ? [join(ROOT, name)] : readdirSync(join(ROOT, name)).map((page) => join(ROOT, name, page)),
    ),
  ];
  test.each(pages)('%s links to files that are there', (page) => {
    for (const [, target = ''] of readFileSync(page, 'utf8').matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (/^https?:/.test(target)) continue;
      expect(existsSync(join(dirname(page), target)), target).toBe(true);
    }
  });
});
