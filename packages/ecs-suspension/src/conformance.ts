export { type ListedTest, listTests } from './adoption/applicability.js';
export type { Adoption } from './adoption/document.js';
export { canonicalJson } from './conformance/canonical.js';
export {
  type ConformanceOptions,
  type ConformanceResult,
  conformance,
  runConformance,
  type Status,
  type TestResult,
} from './conformance/conformance.js';
export { type Evidence, type EvidenceOptions, evidenceOf, type NotPassed } from './conformance/evidence.js';
export type { Game, MakeGame, Pick, Ports } from './conformance/game.js';
export { type PlayedOn, type PlayOnOptions, playOn } from './conformance/play-on.js';
export type { Reading } from './conformance/prose.js';
export type { Wording } from './conformance/render.js';
