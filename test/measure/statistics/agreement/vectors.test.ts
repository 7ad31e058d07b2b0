import { describe, expect, test } from "vitest";
import { cohenKappa } from "../../../../measure/statistics/agreement/cohen-kappa.ts";
import { congerKappa } from "../../../../measure/statistics/agreement/conger-kappa.ts";
import { fleissKappa } from "../../../../measure/statistics/agreement/fleiss-kappa.ts";
import { kappaTest } from "../../../../measure/statistics/agreement/kappa-test.ts";
import { krippendorffAlpha } from "../../../../measure/statistics/agreement/krippendorff.ts";
import { ratingsFromCounts } from "../../../../measure/statistics/agreement/ratings.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { pairsOf, readExample } from "../../../oracles/published/data.ts";

describe("agreement vectors", () => {
  test("Krippendorff 2011, example C: alpha with missing values at three levels", () => {
    const { cases } = readExample<{ cases: AlphaCase[] }>("krippendorff_alpha");
    for (const { data_coders_x_units: coders, expected_recomputed: expected, citation } of nonEmpty(cases)) {
      const codes = [...new Set(coders.flat().filter((value) => value !== null))];
      const numbers = codes.every((code) => typeof code === "number");
      const code = (value: string | number) => (numbers ? Number(value) : codes.indexOf(value));
      const units = coders[0]!.map((_, unit) => coders.map((row) => (row[unit] === null ? null : code(row[unit]!))));
      for (const level of ["nominal", "ordinal", "interval"] as const)
        if (expected[level] !== undefined)
          expect(krippendorffAlpha(units, { level }), citation).toBeCloseTo(expected[level], 12);
    }
  });

  test("Fleiss' kappa of Wikipedia's 14 raters", () => {
    const { cases } = readExample<{ cases: { counts?: number[][]; expected: Record<string, number> }[] }>(
      "cohen_fleiss_kappa",
    );
    const { counts, expected } = cases.find((entry) => entry.counts)!;
    expect(fleissKappa(ratingsFromCounts(counts!))!.value).toBeCloseTo(expected.fleiss_kappa!, 3);
  });

  test("kappa tables of SAS, vcd and Gwet, and the degenerate ones", () => {
    const { cases, degenerate } = readExample<KappaVectors>("cohen_fleiss_kappa");
    for (const { table, expected, expected_recomputed, id } of nonEmpty(cases.filter((entry) => entry.table))) {
      const { a, b } = pairsOf(table!);
      const known = { ...expected, ...expected_recomputed };
      const pairs = a.map((value, i) => [value, b[i]!] as const);
      if (known.ase !== undefined)
        expect(congerKappa(pairs, { asymptotic: true })!.standardError, id).toBeCloseTo(Number(known.ase), 3);
      if (known.z !== undefined) expect(kappaTest(pairs)!.z, id).toBeCloseTo(Number(known.z), 3);
      if (known.kappa !== undefined) expect(cohenKappa(a, b), id).toBeCloseTo(Number(known.kappa), 4);
      const linear = known.weighted_linear;
      if (typeof linear === "number") expect(cohenKappa(a, b, { weighting: "linear" }), id).toBeCloseTo(linear, 4);
      if (known.weighted_quadratic !== undefined)
        expect(cohenKappa(a, b, { weighting: "quadratic" }), id).toBeCloseTo(Number(known.weighted_quadratic), 4);
    }
    for (const { table, kappa } of nonEmpty(degenerate)) {
      const { a, b } = pairsOf(table);
      expect(cohenKappa(a, b)).toBe(typeof kappa === "number" ? kappa : null);
    }
  });
});

interface AlphaCase {
  citation: string;
  data_coders_x_units: (string | number | null)[][];
  expected_recomputed: Partial<Record<"nominal" | "ordinal" | "interval", number>>;
}

interface KappaVectors {
  cases: {
    id: string;
    table?: number[][];
    expected: Record<string, unknown>;
    expected_recomputed?: Record<string, unknown>;
  }[];
  degenerate: { table: number[][]; kappa: number | string }[];
}
