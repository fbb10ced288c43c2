import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const { outputFiles, metafile } = await build({
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  conditions: ['source'],
  metafile: true,
  write: false,
});

it('the page loads less than 100 kB of script, compressed', () => {
  const script = outputFiles.find((file) => file.path.endsWith('.js'));
  expect(gzipSync(script?.contents ?? '').length).toBeLessThan(100_000);
});

it('the farm itself is less than 25 kB of it, uncompressed', () => {
  const inputs = Object.entries(metafile.outputs['dist/main.js']?.inputs ?? {});
  const own = inputs.filter(([path]) => path.startsWith('src/') || path.startsWith('contracts/'));
  expect(own.length).toBeGreaterThan(15);
  expect(own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)).toBeLessThan(25_000);
});
