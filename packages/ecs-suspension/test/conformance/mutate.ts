import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { context } from 'esbuild';
import type { runSample } from './mutant-entry.js';
import type { Mutant } from './mutants.js';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** The patched sources of a mutant, by absolute path. */
export function patched({ name, patches }: Mutant): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, find, replace } of patches) {
    const path = join(SRC, file);
    const text = texts.get(path) ?? readFileSync(path, 'utf8');
    const [before = '', after, ...more] = text.split(find);
    if (after === undefined || more.length > 0) {
      throw new Error(
        `mutant "${name}": its text stands ${more.length + (after === undefined ? 0 : 1)} times in ${file}, and should once`,
      );
    }
    texts.set(path, before + replace + after);
  }
  return texts;
}

export interface Bundles {
  /** The kit on a lifecycle with that fault; without one, on the real lifecycle. */
  load(mutant?: Mutant): Promise<{ readonly runSample: typeof runSample }>;
  end(): Promise<void>;
}

/** Bundles the kit with faulty lifecycles, one after another. */
export async function createBundles(): Promise<Bundles> {
  const out = await mkdtemp(join(tmpdir(), 'mutants-'));
  let texts = new Map<string, string>();
  let count = 0;
  const built = await context({
    entryPoints: [fileURLToPath(new URL('./mutant-entry.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'fault',
        setup(build) {
          build.onLoad({ filter: /ecs-suspension\/src\/.*\.ts$/ }, ({ path }) => {
            const contents = texts.get(path);
            return contents === undefined ? undefined : { contents, loader: 'ts' };
          });
        },
      },
    ],
  });
  return {
    async load(mutant) {
      texts = mutant ? patched(mutant) : new Map();
      const { outputFiles } = await built.rebuild();
      const file = join(out, `${count++}.mjs`);
      await writeFile(file, outputFiles?.[0]?.contents ?? '');
      return import(/* @vite-ignore */ pathToFileURL(file).href);
    },
    async end() {
      await built.dispose();
      await rm(out, { recursive: true, force: true });
    },
  };
}
