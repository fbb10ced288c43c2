import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  let texts = new Map<string, string>();
  const built = await context({
    entryPoints: [fileURLToPath(new URL('./mutant-entry.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    write: false,
    // Shorter to read in, and names stay for messages.
    minifySyntax: true,
    minifyWhitespace: true,
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
      const code = Buffer.from(outputFiles?.[0]?.contents ?? '').toString('base64');
      return import(`data:text/javascript;base64,${code}`);
    },
    end: () => built.dispose(),
  };
}
