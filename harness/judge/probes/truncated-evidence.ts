import type { Probe } from "./probe.ts";
import { compare } from "./reader-score.ts";

export const truncatedEvidenceProbe: Probe = {
  name: "truncated_evidence",
  question: "Does an answer lose when its evidence lies beyond the part of a result that judges are shown?",
  edits: ["gold", "buried"],
  effect: (readings) =>
    compare(
      readings,
      ["gold", "buried"],
      (seen, unseen) => seen.quality.evidence_grounding.score - unseen.quality.evidence_grounding.score,
    ),
  unit: "points of evidence_grounding lost, of 1 to 5",
  largest: 4,
  finding: { above: "truncated_evidence" },
  threshold: 0.5,
  because: "beyond 0.5 every second answer loses a point for what the judge was not shown",
};
