import type { Probe } from "./probe.ts";
import { compare, readerScore } from "./reader-score.ts";

export const randomProbe: Probe = {
  name: "random",
  question: "Is an answer without a single right id rated above a complete one?",
  edits: ["gold", "gutted"],
  effect: (readings) =>
    compare(readings, ["gold", "gutted"], (right, wrong) => Number(readerScore(wrong) > readerScore(right))),
  unit: "share of pairs in the wrong order",
  largest: 1,
  finding: { above: "random" },
  threshold: 0.2,
  because: "a coin has half of the pairs in the wrong order; one in five is nearer to a coin than to a reader",
};
