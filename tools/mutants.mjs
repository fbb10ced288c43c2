// Prints which template catches which faulty lifecycle:  pnpm mutants [part of a name]
// Each fault is tried on the sample adoption it is told for; fails where one survives or a template catches none.
// @ts-check
import { fileURLToPath } from 'node:url';
import { openSources } from './sources.mjs';

const at = (/** @type {string} */ path) =>
  fileURLToPath(new URL(`../packages/ecs-suspension/${path}`, import.meta.url));
const { load, close } = await openSources();
const { MUTANTS } = await load(at('test/conformance/mutants.ts'));
const { createBundles } = await load(at('test/conformance/mutate.ts'));
const { SCENARIOS } = await load(at('src/conformance/scenarios.ts'));
const [part = ''] = process.argv.slice(2);
const bundles = await createBundles();
const missing = new Set(part ? [] : Object.keys(SCENARIOS));
let survivors = 0;
for (const mutant of MUTANTS) {
  if (!mutant.name.includes(part)) continue;
  const { runSample } = await bundles.load(mutant);
  /** @type {{ tests: { template: string, status: string }[] }} */
  const { tests } = await runSample(mutant.on);
  const caught = [...new Set(tests.flatMap(({ template, status }) => (status === 'failed' ? [template] : [])))];
  if (caught.length === 0) survivors++;
  for (const template of caught) missing.delete(template);
  console.log(`${mutant.name}  (${mutant.on})\n    ${caught.join(', ') || 'SURVIVES'}`);
}
await bundles.end();
await close();
console.log(
  `\n${MUTANTS.length} mutants, ${survivors} survive; templates that catch none: ${[...missing].join(', ') || 'none'}`,
);
if (survivors > 0 || missing.size > 0) process.exitCode = 1;
