import type { Probe } from "./probe.ts";
import { compare, readerScore } from "./reader-score.ts";

export const verbosityProbe: Probe = {
  name: "verbosity",
  question: "Does an answer gain by paragraphs that say nothing?",
  edits: ["half", "padded"],
  effect: (readings) => compare(readings, ["padded", "half"], (long, short) => readerScore(long) - readerScore(short)),
  unit: "gain in what the reader rates, 0 to 1",
  largest: 1,
  finding: { above: "verbosity" },
  threshold: 0.05,
  because: "0.05 is one point more in every rating for one answer in five",
};
