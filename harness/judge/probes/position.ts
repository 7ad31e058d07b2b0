import type { ProbeReading } from "../../record/domain/records.ts";
import type { Probe } from "./probe.ts";

export const positionProbe: Probe = {
  name: "position",
  question: "Of two answers of equal worth, is the one in first (or second) place preferred, whichever it is?",
  edits: ["pair", "swapped"],
  effect: ({ pair, swapped }) =>
    pair?.choice && swapped?.choice ? (followed(pair.choice) + followed(swapped.choice)) / 2 : null,
  unit: "share of choices for the first place less those for the second",
  largest: 1,
  finding: { above: "position", below: "position" },
  threshold: 0.1,
  because: "beyond 0.1 more than one preference in ten is decided by the place alone",
};

function followed(choice: NonNullable<ProbeReading["choice"]>): number {
  return { first: 1, tie: 0, second: -1 }[choice];
}
