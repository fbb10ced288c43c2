import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('the page loads less than 150 kB of script', async () => {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: ['src/main.ts'],
    outdir: 'dist',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['source'],
    write: false,
  });
  const script = outputFiles.find((file) => file.path.endsWith('.js'));
  expect(script?.contents.length).toBeLessThan(150_000);
});
