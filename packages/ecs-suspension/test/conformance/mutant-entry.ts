import type { ConformanceResult } from '../../src/conformance.js';
import { runConformance } from '../../src/conformance.js';
import { SAMPLES } from './adoptions.js';
import { sampleGame } from './sample-game.js';

/** Runs some templates on one sample adoption: what a mutant is bundled with. */
export async function runSample(id: string, only?: readonly string[]): Promise<ConformanceResult> {
  const sample = SAMPLES.find((candidate) => candidate.id === id);
  if (!sample) throw new Error(`no sample adoption "${id}"`);
  const { adoption, tuning } = sample;
  return runConformance({ id, adoption, game: sampleGame(adoption, tuning), ...(only && { only }) });
}
