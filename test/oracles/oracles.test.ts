import { expect } from "vitest";
import { itUnless } from "../left-out.ts";
import { oracleCases } from "./cases/all.ts";
import { compareWith } from "./compare.ts";
import { findPython } from "./python.ts";

const { python, missing } = findPython();

itUnless(
  missing,
  "over 2,000 random cases agree with scipy, scikit-learn, statsmodels, hdbscan, gensim and others within 1e-9, undefined where they are",
  () => {
    const cases = oracleCases();
    expect(cases.length).toBeGreaterThanOrEqual(2000);
    const results = compareWith(python!, cases);
    expect(
      results.flatMap(({ kind, disagreements }) => disagreements.slice(0, 2).map((d) => ({ kind, ...d }))),
    ).toEqual([]);
  },
);
