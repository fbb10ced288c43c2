import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const TSC = at('../../../../node_modules/typescript/bin/tsc');
const BASE = at('../../../../tsconfig.base.json');
const CONTRACT = at('../../../demo-match3/contracts/lives-refill-while-away.js');
const RULES_FOR = at('../../src/rules/rules-for.js');

const CODE = `
import { livesRefillWhileAway } from ${JSON.stringify(CONTRACT)};
import type { RulesFor } from ${JSON.stringify(RULES_FOR)};
type Rules = RulesFor<typeof livesRefillWhileAway, object>;
declare const rules: Rules;
const { 'lives.from-elapsed-time': _left, ...rest } = rules;
export const missing: Rules = rest;
export const lacking: Rules = { ...rules, 'contracts.player-lives.max': { ceiling: () => 5 } };
export const uncited: Rules = { ...rules, 'mechanics.life-refil': rules['mechanics.life-refill'] };
`;

const folder = mkdtempSync(join(tmpdir(), 'ecs-suspension-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function errorsIn(code: string): Promise<readonly string[]> {
  const compilerOptions = { composite: false, noEmit: true, declaration: false, declarationMap: false, types: [] };
  const more = { ...compilerOptions, isolatedDeclarations: false, noUnusedLocals: false };
  writeFileSync(join(folder, 'rules.ts'), code);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: BASE, compilerOptions: more, files: ['rules.ts'] }),
  );
  const run = promisify(execFile)(process.execPath, [TSC, '--pretty', 'false', '-p', folder]);
  const { stdout } = await run.catch((failure: { readonly stdout: string }) => failure);
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

test('A rule that is missing, lacking a member or cited by nothing is an error that names its address', async () => {
  const errors = await errorsIn(CODE);
  expect(errors).toHaveLength(3);
  for (const [i, address] of [
    'lives.from-elapsed-time',
    'contracts.player-lives.max',
    'mechanics.life-refil',
  ].entries()) {
    expect(errors[i]).toMatch(/^\S*rules\.ts/);
    expect(errors[i]).toContain(address);
  }
});
