import { giavarina, plasmaFat } from "./bland-altman.ts";
import { classical, trec8 } from "./comparisons.ts";
import { type Expected, readExpected } from "./data.ts";
import { gwet } from "./gwet.ts";
import { llmBar, llmJudge } from "./judges.ts";
import { lme4, power } from "./models.ts";
import { mtRag, rankTies, riskVectors, unieval } from "./ranks.ts";
import type { PublishedSet } from "./set.ts";
import { msPatients, shroutFleiss, visionVideo } from "./tables.ts";

/** Every set of the shared folder, in its order. */
export const PUBLISHED_SETS: readonly PublishedSet[] = [
  giavarina,
  plasmaFat,
  classical,
  visionVideo,
  gwet,
  llmBar,
  llmJudge,
  mtRag,
  power,
  rankTies,
  riskVectors,
  shroutFleiss,
  trec8,
  unieval,
  lme4,
  msPatients,
];

export interface Outcome {
  entry: Expected;
  got: readonly (number | null)[] | null;
  status: "reproduced" | "different" | "not offered";
  /** Of a difference on purpose. */
  reason: string | null;
}

/** Computes every expected value of a set. */
export function checkSet(set: PublishedSet): Outcome[] {
  const compute = set.open();
  return readExpected(set.name, /./).map((entry) => {
    const value = compute(entry);
    const got = value === null ? null : [value].flat();
    const wanted = [entry.value].flat();
    const near = got?.length === wanted.length && wanted.every((w, i) => isNear(got[i]!, w, entry.tolerance));
    const reason = set.differences?.find(({ matches }) => matches(entry))?.reason ?? null;
    return { entry, got, status: got === null ? "not offered" : near ? "reproduced" : "different", reason };
  });
}

function isNear(got: number | null, wanted: number, tolerance: number): boolean {
  // Printed with 12 digits: their rounding is no difference.
  return got !== null && Math.abs(got - wanted) <= Math.max(tolerance, 1e-11 * Math.abs(wanted));
}
