import { describe, expect, test } from "vitest";
import { cohenKappa, type KappaWeighting } from "../../../../harness/statistics/agreement/cohen-kappa.ts";
import { krippendorffAlpha } from "../../../../harness/statistics/agreement/krippendorff.ts";
import { AGREEMENT_DATA, column, expectClose, pairsOf, readExpected, readJson, readTable, VECTORS } from "../oracle.ts";

/** Cohen's kappa and Krippendorff's alpha against figures that others computed on real ratings. */
describe.skipIf(AGREEMENT_DATA === null)("agreement on real data (skipped where ../shared is absent)", () => {
  test("LLMJudge 2024: kappa and alpha of 22 submissions against human labels, cut and weighted", () => {
    const rows = readTable("llmjudge-2024", "labels.csv");
    const labels = (name: string) => column(rows, name).map((label) => Math.min(label, 3)); // the published figures clip
    const expected = readExpected("llmjudge-2024", /^(Cohen's kappa|Krippendorff's alpha)/).filter(({ on }) => on.b);
    for (const entry of expected) {
      const cut = /labels >= (\d)/.exec(entry.statistic)?.[1];
      const side = (name: string) => labels(name).map((label) => (cut ? Number(label >= Number(cut)) : label));
      const [a, b] = [side(String(entry.on.a)), side(String(entry.on.b))];
      if (entry.statistic.startsWith("Cohen")) expectClose(cohenKappa(a, b, kappaOptions(entry.statistic)), entry);
      else expectClose(krippendorffAlpha(zip(a, b), { level: alphaLevel(entry.statistic) }), entry);
    }
    expect(expected.length).toBe(220);
  });

  test("LLMJudge 2024: alpha of all 23 raters at once", () => {
    const rows = readTable("llmjudge-2024", "labels.csv");
    const units = rows.map((row) =>
      Object.values(row)
        .slice(2)
        .map((label) => Math.min(Number(label), 3)),
    );
    const expected = readExpected("llmjudge-2024", /^Krippendorff's alpha, \w+, human and all/);
    for (const entry of expected) expectClose(krippendorffAlpha(units, { level: alphaLevel(entry.statistic) }), entry);
    expect(expected.length).toBe(2);
  });

  test("LLMBar: kappa of 65 evaluators between orders and against gold, no winner counted as 2 between orders and on its own against gold", () => {
    const rows = readTable("llmbar-natural", "natural.csv");
    const winners = (name: string, none: number) => rows.map((row) => Number(row[name] || none));
    const expected = readExpected("llmbar-natural", /^Cohen's kappa/);
    for (const entry of expected) {
      const [other, none] = entry.statistic.includes("gold") ? ["gold", 0] : [`${entry.on.evaluator}:swapped`, 2];
      expectClose(cohenKappa(winners(`${entry.on.evaluator}:as_is`, none), winners(other, none)), entry);
    }
    expect(expected.length).toBe(130);
  });

  test("MT-RAG: alpha of up to seven raters with holes on four qualities", () => {
    const rows = readTable("mtrag-human-ratings", "ratings.csv");
    const expected = readExpected("mtrag-human-ratings", /^Krippendorff's alpha/);
    for (const entry of expected) {
      const names = Array.from({ length: 7 }, (_, rater) => String(entry.on.columns).replace("*", String(rater + 1)));
      const units = rows.map((row) => names.map((name) => (row[name] === "" ? null : Number(row[name]))));
      expectClose(krippendorffAlpha(units, { level: alphaLevel(entry.statistic) }), entry);
    }
    expect(expected.length).toBe(12);
  });

  test("contingency tables: Gwet, vision, multiple sclerosis", () => {
    const table = (file: string, set: string) => readTable(set, file).map((row) => Object.values(row).map(Number));
    const ms = readJson<Record<string, number[][]>>(`${AGREEMENT_DATA}/vcd-mspatients/tables.json`);
    let compared = 0;
    for (const entry of readExpected("irrcac-gwet", /^Cohen's kappa$/)) {
      if (!["unweighted", "linear", "quadratic"].includes(String(entry.on.weights))) continue;
      const { a, b } = pairsOf(table(String(entry.on.file), "irrcac-gwet"));
      expectClose(cohenKappa(a, b, kappaOptions(String(entry.on.weights))), entry);
      compared++;
    }
    for (const entry of readExpected(
      "irr-vision-video",
      /^Cohen's kappa, (unweighted|linear weights|quadratic weights)$/,
    )) {
      const { a, b } = pairsOf(table("vision_table.csv", "irr-vision-video"));
      expectClose(cohenKappa(a, b, kappaOptions(entry.statistic)), entry);
      compared++;
    }
    for (const entry of readExpected("vcd-mspatients", /^Cohen's kappa, (unweighted|quadratic weights)$/)) {
      const { a, b } = pairsOf(ms[String(entry.on.table)]!);
      expectClose(cohenKappa(a, b, kappaOptions(entry.statistic)), entry);
      compared++;
    }
    for (const entry of readExpected("vcd-mspatients", /^Krippendorff/)) {
      const { a, b } = pairsOf(ms[String(entry.on.table)]!);
      const alphas = (["nominal", "ordinal", "interval"] as const).map(
        (level) => krippendorffAlpha(zip(a, b), { level })!,
      );
      expectClose(alphas, entry);
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(15);
  });

  test("video: alpha of four raters, three levels", () => {
    const units = readTable("irr-vision-video", "video.csv").map((row) => Object.values(row).map(Number));
    const [entry] = readExpected("irr-vision-video", /^Krippendorff/);
    const alphas = (["ordinal", "interval", "nominal"] as const).map((level) => krippendorffAlpha(units, { level })!);
    expectClose(alphas, entry!);
  });
});

describe.skipIf(VECTORS === null)("agreement vectors (skipped where ../shared is absent)", () => {
  test("Krippendorff 2011, example C: alpha with missing values at three levels", () => {
    const { cases } = readJson<{ cases: AlphaCase[] }>(`${VECTORS}/krippendorff_alpha.json`);
    for (const { data_coders_x_units: coders, expected_recomputed: expected, citation } of cases) {
      const codes = [...new Set(coders.flat().filter((value) => value !== null))];
      const numbers = codes.every((code) => typeof code === "number");
      const code = (value: string | number) => (numbers ? Number(value) : codes.indexOf(value));
      const units = coders[0]!.map((_, unit) => coders.map((row) => (row[unit] === null ? null : code(row[unit]!))));
      for (const level of ["nominal", "ordinal", "interval"] as const)
        if (expected[level] !== undefined)
          expect(krippendorffAlpha(units, { level }), citation).toBeCloseTo(expected[level], 12);
    }
  });

  test("kappa tables of SAS, vcd and Gwet, and the degenerate ones", () => {
    const { cases, degenerate } = readJson<KappaVectors>(`${VECTORS}/cohen_fleiss_kappa.json`);
    for (const { table, expected, expected_recomputed, id } of cases.filter((entry) => entry.table)) {
      const { a, b } = pairsOf(table!);
      const known = { ...expected, ...expected_recomputed };
      if (known.kappa !== undefined) expect(cohenKappa(a, b), id).toBeCloseTo(Number(known.kappa), 4);
      const linear = known.weighted_linear;
      if (typeof linear === "number") expect(cohenKappa(a, b, { weighting: "linear" }), id).toBeCloseTo(linear, 4);
      if (known.weighted_quadratic !== undefined)
        expect(cohenKappa(a, b, { weighting: "quadratic" }), id).toBeCloseTo(Number(known.weighted_quadratic), 4);
    }
    for (const { table, kappa } of degenerate) {
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

function zip(a: readonly number[], b: readonly number[]): number[][] {
  return a.map((value, index) => [value, b[index]!]);
}

function kappaOptions(statistic: string): { weighting: KappaWeighting } {
  return {
    weighting: statistic.includes("linear") ? "linear" : statistic.includes("quadratic") ? "quadratic" : "none",
  };
}

function alphaLevel(statistic: string): "nominal" | "ordinal" | "interval" {
  return statistic.includes("nominal") ? "nominal" : statistic.includes("interval") ? "interval" : "ordinal";
}
