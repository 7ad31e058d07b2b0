import type { MetaVerdict, Verdict } from "../../../record/domain/records.ts";
import { defineTable } from "./table.ts";

interface Opinion {
  execution: string;
  judge: "primary" | "calibration" | "meta";
  verdict: Verdict | null;
  ruling: MetaVerdict | null;
  of: Verdict | MetaVerdict;
}

export const verdictsTable = defineTable<Opinion>({
  name: "verdicts",
  about: "a row a judge's verdict, and the meta-judge's ruling between the two",
  columns: {
    execution: ["VARCHAR", "", ({ execution }) => execution],
    judge: ["VARCHAR", "primary, calibration or meta", ({ judge }) => judge],
    type: ["VARCHAR", "judged, or why not", ({ of }) => of.type],
    evaluator: ["VARCHAR", "the judge's name, such as its model's", ({ of }) => of.evaluator],
    stand_in: ["BOOLEAN", "decided by rules, not by a language model", ({ of }) => of.stand_in],
    status: ["VARCHAR", "pass or fail; null for meta", ({ verdict }) => verdict?.judgement?.status],
    overall_score: ["DOUBLE", "0 to 1", ({ verdict }) => verdict?.judgement?.overall_score],
    completeness: ["INTEGER", "1 to 5", ({ verdict }) => verdict?.judgement?.quality.completeness.score],
    relevance: ["INTEGER", "1 to 5", ({ verdict }) => verdict?.judgement?.quality.relevance.score],
    coherence: ["INTEGER", "1 to 5", ({ verdict }) => verdict?.judgement?.quality.coherence.score],
    evidence_grounding: ["INTEGER", "1 to 5", ({ verdict }) => verdict?.judgement?.quality.evidence_grounding.score],
    agrees: ["BOOLEAN", "meta: the two verdicts agree", ({ ruling }) => ruling?.judgments_agree],
    preferred: ["VARCHAR", "meta: A (primary), B (calibration) or tie", ({ ruling }) => ruling?.preferred_judgment],
    bias: ["VARCHAR", "meta: none, leniency or harshness", ({ ruling }) => ruling?.bias_detected],
    summary: [
      "VARCHAR",
      "the judge's own, or the meta-judge's reasoning",
      ({ verdict, ruling }) => verdict?.judgement?.summary ?? ruling?.reasoning,
    ],
    reason: ["VARCHAR", "why there is no judgement", ({ of }) => of.reason],
    cost: ["DOUBLE", "US dollars; null where no model was asked, or without a price", ({ of }) => of.usage?.cost],
  },
  rows:
    () =>
    ({ parts: { primary, calibration, meta }, data }) => {
      const execution = data.row.name;
      return [
        ...(primary ? [{ execution, judge: "primary" as const, verdict: primary, ruling: null, of: primary }] : []),
        ...(calibration
          ? [{ execution, judge: "calibration" as const, verdict: calibration, ruling: null, of: calibration }]
          : []),
        ...(meta ? [{ execution, judge: "meta" as const, verdict: null, ruling: meta, of: meta }] : []),
      ];
    },
});
