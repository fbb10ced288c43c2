import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const HERE = fileURLToPath(new URL('.', import.meta.url));

test('the kit runs under node:test as well', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { test } from 'node:test';
        import { conformance } from '../../src/conformance.ts';
        import { SAMPLES } from './adoptions.ts';
        import { sampleGame } from './sample-game.ts';
        const { id, adoption, tuning } = SAMPLES.find(({ id }) => id === 'plain');
        conformance({ id, adoption, game: sampleGame(adoption, tuning), test });`,
      resolveDir: HERE,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const dir = mkdtempSync(join(tmpdir(), 'node-test-'));
  try {
    const file = join(dir, 'plain.test.mjs');
    writeFileSync(file, outputFiles[0]?.text ?? '');
    const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, ...env } = process.env;
    const { stdout, status } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
      encoding: 'utf8',
      env,
    });
    expect(stdout).toMatch(/# pass [2-9]\d/);
    expect(stdout).toContain('# fail 0');
    expect(status).toBe(0);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
