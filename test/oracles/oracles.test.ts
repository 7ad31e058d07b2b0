import { describe, expect, test } from "vitest";
import { oracleCases } from "./cases/all.ts";
import { compareWith } from "./compare.ts";
import { findPython } from "./python.ts";

const found = findPython();
const title =
  found.python === null
    ? `left out: no Python packages; ${found.reason}`
    : "scipy, scikit-learn, statsmodels, krippendorff, pingouin, trec_eval";

describe.skipIf(found.python === null)(`random cases against outside packages (${title})`, () => {
  test("over 2,000 cases agree within 1e-9, undefined where they are", () => {
    const cases = oracleCases();
    expect(cases.length).toBeGreaterThanOrEqual(2000);
    const results = compareWith(found.python!, cases);
    expect(
      results.flatMap(({ kind, disagreements }) => disagreements.slice(0, 2).map((d) => ({ kind, ...d }))),
    ).toEqual([]);
  });
});
