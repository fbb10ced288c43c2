import { parseAway, reportTable, runHeadless } from './headless-run.js';

/** What this file takes from the process that runs it. */
const { process, console } = globalThis as unknown as {
  process: { readonly argv: readonly string[] };
  console: { log(line: string): void };
};

const args = process.argv;
const option = (name: string, otherwise: string): string => {
  const at = args.indexOf(name);
  return (at >= 0 ? args[at + 1] : args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1)) ?? otherwise;
};

const result = await runHeadless({
  awayMs: parseAway(option('--away', '8h')),
  lives: Number(option('--lives', '1.5')),
});
for (const line of reportTable(result)) console.log(line);
