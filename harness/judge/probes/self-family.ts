import type { Probe } from "./probe.ts";
import { compare, readerScore } from "./reader-score.ts";

export const selfFamilyProbe: Probe = {
  name: "self_family",
  question: "Does an answer gain when it is signed with the judge's own model name?",
  edits: ["half", "signed"],
  effect: (readings) => compare(readings, ["signed", "half"], (own, other) => readerScore(own) - readerScore(other)),
  unit: "gain in what the reader rates, 0 to 1",
  largest: 1,
  finding: { above: "self_family" },
  threshold: 0.05,
  because: "0.05 is one point more in every rating for one answer in five",
};
