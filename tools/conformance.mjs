// Runs the acceptance tests of an adoption on the demo that plays it:
//   pnpm conformance lives-refill-while-away [--evidence DIR] [--pack FILE]
// One line a test, then the counts. --evidence writes evidence.json and its payload; --pack takes titles from a pack file.
// @ts-check
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSources } from './sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const GAMES = /** @type {const} */ ({ 'lives-refill-while-away': 'match3', 'pumpkin-growth-window': 'farm' });
const [id = '', ...rest] = process.argv.slice(2);
const optionOf = (/** @type {string} */ name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
const demo = Object.hasOwn(GAMES, id) ? GAMES[/** @type {keyof typeof GAMES} */ (id)] : undefined;
if (!demo) {
  console.error(`Usage: pnpm conformance ${Object.keys(GAMES).join('|')} [--evidence DIR] [--pack FILE]`);
  process.exit(2);
}

const { load, close } = await openSources();
const kit = await load(join(root, 'packages/ecs-suspension/src/conformance.ts'));
const { underTest } = await load(join(root, `packages/demo-${demo}/test/conformance.game.ts`));
const packFile = optionOf('--pack');
const pack = packFile && (await readFile(packFile));
const result = await kit.runConformance({ ...underTest, ...(pack && { pack }) });

for (const { test, status, reason, reading, wording } of result.tests) {
  const title = wording ? `  ${wording.title}` : '';
  console.log(`${status.padEnd(14)} ${test}${title}${reason ? `\n               ${reason}` : ''}`);
  for (const [member, text] of Object.entries(reading?.texts ?? {})) {
    console.log(`               ${reading.address} ${member}: ${text}`);
  }
}
console.log(
  `\n${Object.entries(result.counts)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ')}`,
);

const dir = optionOf('--evidence');
if (dir) {
  const { version } = JSON.parse(await readFile(join(root, 'packages/ecs-suspension/package.json'), 'utf8'));
  const file = `${id}.results.json`;
  const { evidence, payload } = kit.evidenceOf([result], {
    runner: { id: 'ecs-suspension/conformance', version },
    file,
  });
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, file), payload);
  await writeFile(join(dir, `${id}.evidence.json`), `${JSON.stringify(evidence, null, 2)}\n`);
  console.log(`evidence in ${dir}`);
}
await close();
if (result.counts.failed > 0) process.exitCode = 1;
