// Runs a demo without a page:  pnpm demo farm --headless --away 8h
//   pnpm demo match3 --headless --away 90m      60s, 90m, 8h, 30d
// Without --headless: says where the page is.
// @ts-check
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const [demo = '', ...args] = process.argv.slice(2);
if (!['match3', 'farm'].includes(demo)) {
  console.error('Usage: pnpm demo match3|farm --headless [--away 8h]');
  process.exit(2);
}
if (!args.includes('--headless')) {
  console.log(`The page of this demo: pnpm start, then http://localhost:8080/${demo}/. Add --headless to run it here.`);
  process.exit(0);
}
const out = await mkdtemp(join(tmpdir(), 'demo-'));
try {
  const outfile = join(out, 'headless.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: [`packages/demo-${demo}/src/headless.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    logLevel: 'warning',
  });
  process.argv = [process.argv[0] ?? '', outfile, ...args];
  await import(pathToFileURL(outfile).href);
} finally {
  await rm(out, { recursive: true, force: true });
}
