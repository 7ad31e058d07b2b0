import { expect, it } from "vitest";
import { fleissTest } from "../../../../measure/statistics/agreement/fleiss-test.ts";
import { ratingsFromCounts } from "../../../../measure/statistics/agreement/ratings.ts";

/** Fleiss, Psychological Bulletin 76, 1971, table 1: 30 patients by 6 psychiatrists in 5 diagnoses; `diagnoses` of R's irr. */
const DIAGNOSES =
  "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006";
const counts = DIAGNOSES.split(" ").map((row) => [...row].map(Number));

it("gives irr's kappam.fleiss(diagnoses): kappa .430, z 17.7, by the standard error of 1979", () => {
  const test = fleissTest(ratingsFromCounts(counts))!;
  expect(test.kappa).toBeCloseTo(0.43, 3);
  expect(test.z).toBeCloseTo(17.652, 2);
  expect(test.p).toBeLessThan(1e-12);
});

it("is null where units have different numbers of ratings", () => {
  expect(
    fleissTest([
      [0, 1, 1],
      [0, 0, null],
      [1, 1, 1],
    ]),
  ).toBeNull();
});
