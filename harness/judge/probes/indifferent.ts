import type { Probe } from "./probe.ts";
import { compare, readerScore } from "./reader-score.ts";

export const indifferentProbe: Probe = {
  name: "indifferent",
  question: "Is an answer without a single right id rated the same as a complete one?",
  edits: ["gold", "gutted"],
  effect: (readings) =>
    compare(readings, ["gold", "gutted"], (right, wrong) => Number(readerScore(wrong) === readerScore(right))),
  unit: "share of pairs rated the same",
  largest: 1,
  finding: { above: "indifferent" },
  threshold: 0.2,
  because: "who gives all the same mark says nothing; one in five is nearer to that than to a reader",
};
