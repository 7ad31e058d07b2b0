import { evidenceIn } from "../../../../agent/answer/evidence.ts";
import { TOOL_FAMILIES, type ToolFamily } from "../../../../agent/contract/contract.ts";
import type { TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

/** Families that explain words, describe tables or read again what the others found. */
const NOT_RETRIEVING: readonly string[] = ["schema", "knowledge_base", "artifact"] satisfies ToolFamily[];
const RETRIEVING: ReadonlySet<string> = new Set(TOOL_FAMILIES.filter((family) => !NOT_RETRIEVING.includes(family)));

/**
 * An uncertainty signal that needs no truth: how many independent ways of retrieval agree on what was recommended. Mean, over the
 * first ten recommended ids, of the number of tool families whose successful results hold the id in full; 0 to 9. Little
 * agreement is a reason to let a person look first; the risk-coverage figures say how good a reason. Unscored without a
 * recommendation.
 */
export const evidenceAgreement: TraceMetric = {
  name: "evidence_agreement",
  label: "Evidence agreement@10",
  definition: "mean number of retrieval tool families whose results hold an id, over the first ten recommended ids",
  kind: "uncertainty",
  unit: "count",
  better: "neither",
  about: "all",
  withoutAnswer: "unscored",
  from: "trace",
  rests: "tool_calls",
  compute: (traced) => {
    const first = traced.ranked.slice(0, 10);
    if (first.length === 0) return "no_recommendation";
    const families = familiesShowing(traced, first);
    return first.reduce((sum, id) => sum + (families.get(id)?.size ?? 0), 0) / first.length;
  },
};

function familiesShowing({ extraction, ids }: TracedCase, shown: readonly string[]): Map<string, Set<string>> {
  const families = new Map<string, Set<string>>();
  for (const call of extraction.tool_calls) {
    if (call.status !== "success" || !RETRIEVING.has(call.family)) continue;
    for (const id of shown.filter(evidenceIn(call, ids)))
      families.set(id, (families.get(id) ?? new Set()).add(call.family));
  }
  return families;
}
