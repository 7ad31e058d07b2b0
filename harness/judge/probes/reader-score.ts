import type { Dimension, Judgement } from "../../record/domain/records.ts";
import { meanDimension } from "../judges/rule.ts";
import type { CaseReadings } from "./probe.ts";

/** What only a reader can say, in [0, 1]: half alignment, half the mean dimension. Ids, entities and status are counted by us and can't be biased. */
export function readerScore({ ground_truth, quality }: Judgement): number {
  return (ground_truth.reference_answer_alignment + (meanDimension(quality) - 1) / 4) / 2;
}

/** A dimension mapped from 1..5 to 0..1. */
export function rated({ quality }: Judgement, dimension: Dimension): number {
  return (quality[dimension].score - 1) / 4;
}

/** A number of two readings; null where one is missing. */
export function compare(
  readings: CaseReadings,
  [first, second]: readonly [keyof CaseReadings, keyof CaseReadings],
  difference: (first: Judgement, second: Judgement) => number,
): number | null {
  const [a, b] = [readings[first]?.judgement, readings[second]?.judgement];
  return a && b ? difference(a, b) : null;
}
