import { gateSchema } from "../../../../harness/record/config/gate-schema.ts";
import { runComparison } from "../../../../harness/results/compare/request.ts";
import type { RunSource } from "../../../../harness/results/compare/sources/run-source.ts";
import type { GatedComparison, VerdictState } from "../../../../harness/results/compare/verdict.ts";
import { madeSource } from "./made-source.ts";

export const RULES = gateSchema.parse({ metrics: { "ndcg@10": {} } });

export const BASELINE = madeSource({ label: "before" });

/** Of 40 scenarios the first `lost` lose half a point, the next `won` win as much. */
const moved = (lost: number, won: number) =>
  madeSource({ label: "after", score: (index) => (index < lost ? 0 : index < lost + won ? 1 : 0.5) });

/** A candidate for each state that a verdict has. */
export const CANDIDATES: Record<VerdictState, RunSource> = {
  passed: madeSource({ label: "after", score: () => 0.9 }),
  unseen: moved(9, 9),
  undecided: moved(11, 7),
  failed: madeSource({ label: "after", score: (index) => 0.2 + (index % 5) / 100 }),
  "not-comparable": madeSource({ label: "after", provenance: { corpus: "corpus-b" } }),
  "no-gate": moved(11, 7),
};

/** What `scopebench compare` makes of it; without `--gate` for the last. */
export function gatedComparison(state: VerdictState): GatedComparison {
  const sources = { baseline: BASELINE, candidate: CANDIDATES[state] };
  const result = runComparison({ ...sources, metrics: null, allow: [], config: RULES, gate: state !== "no-gate" });
  return { ...result, candidate_run: "after" };
}
