import { lengthOf, reportTable, runAway } from './headless-run.js';

/** What this file takes from the process that runs it. */
const { process, console } = globalThis as unknown as {
  process: { readonly argv: readonly string[] };
  console: { log(line: string): void };
};

const at = process.argv.indexOf('--away');
const away = at >= 0 ? process.argv[at + 1] : undefined;
for (const line of reportTable(await runAway(lengthOf(away ?? '8h')))) console.log(line);
