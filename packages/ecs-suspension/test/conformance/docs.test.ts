import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { adoptionFrom } from './adoptions.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('test-your-game.md', () => {
  const page = readFileSync(`${ROOT}/docs/test-your-game.md`, 'utf8');
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];

  test('goes from an empty file to a full run in under 30 lines', () => {
    expect(code.trim().split('\n').length).toBeLessThan(30);
  });

  test('has a file that runs as it stands and passes', async () => {
    const adoption = adoptionFrom({});
    const rows = {
      ...adoption.rows,
      clock: [{ id: 'the-clock', 'clock-declared-in': 'time.server-time' }],
      'catch-up-items': [
        { ...adoption.rows['catch-up-items']?.[0], id: 'energy', 'state-declared-in': 'energy.refill' },
      ],
    };
    const modules: Record<string, string> = {
      vitest: 'export const test = (name, run) => globalThis.__registered.push({ name, run });',
      './contracts/energy-refill.js': `export const energyRefill = ${JSON.stringify({ ...adoption, rows })};`,
    };
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: ROOT, loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
      alias: { 'ecs-suspension/conformance': `${ROOT}/src/conformance.ts` },
      plugins: [
        {
          name: 'given',
          setup(plugin) {
            plugin.onResolve({ filter: /^vitest$|energy-refill/ }, ({ path }) => ({ path, namespace: 'given' }));
            plugin.onLoad({ filter: /.*/, namespace: 'given' }, ({ path }) => ({ contents: modules[path] ?? '' }));
          },
        },
      ],
    });
    const registered: { name: string; run: () => Promise<void> }[] = [];
    Object.assign(globalThis, { __registered: registered });
    try {
      await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.text ?? '').toString('base64')}`);
      expect(registered.length).toBeGreaterThan(20);
      for (const { run } of registered) await run();
    } finally {
      Reflect.deleteProperty(globalThis, '__registered');
    }
  });
});
