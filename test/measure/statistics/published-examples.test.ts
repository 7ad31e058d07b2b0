import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repeatedLimits } from "../../../measure/statistics/agreement/repeated-limits.ts";
import { replicateLimits } from "../../../measure/statistics/agreement/replicate-limits.ts";
import { auroc, compareAuroc } from "../../../measure/statistics/selective/auroc.ts";
import { runOnCsv } from "../../harness/cli/run-on-csv.ts";

/** Lines without the comments that say where they are from. */
function input(name: string): string {
  const text = readFileSync(new URL(`../../input/statistics/${name}.csv`, import.meta.url), "utf8");
  return text.replaceAll(/^#.*\n/gm, "");
}

const rows = (text: string) =>
  text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
const close = (values: number[], digits: number) => values.map((value) => expect.closeTo(value, digits));
const SUBJECTS = input("cardiac-output");

test("ratings of Hanley & McNeil (Radiology 143, 1982, table 1), many ties: .893; DeLong's error is Stata's .0307", () => {
  const [normal, abnormal] = [
    [33, 6, 6, 11, 2],
    [3, 2, 2, 11, 33],
  ].map((counts) => counts.flatMap((count, rating) => new Array<number>(count).fill(rating)));
  const labels = [...normal!.map(() => false), ...abnormal!.map(() => true)];
  const result = auroc([...normal!, ...abnormal!], labels)!;
  expect([result.auroc, result.standardError]).toEqual(close([0.8932, 0.0307], 4));
  expect([result.low, result.high]).toEqual(close([0.83295, 0.95339], 4));
});

test("`agreement --statistic auroc-difference` prints the difference that compareAuroc tests", async () => {
  const fine = [1, 2, 2, 3, 3, 4, 4, 5, 5, 5];
  const coarse = [1, 1, 3, 1, 3, 1, 3, 3, 1, 3];
  const labels = [false, false, true, false, false, true, false, true, true, true];
  const csv = `outcome,fine,coarse\n${fine.map((value, at) => `${Number(labels[at])},${value},${coarse[at]}`).join("\n")}\n`;
  const columns = ["--columns", "outcome,fine,coarse", "--statistic", "auroc-difference", "--json"];
  const { out } = await runOnCsv(csv, ["measure", "agreement", "$CSV", ...columns]);
  const { p } = compareAuroc(fine, coarse, labels)!;
  const difference = auroc(fine, labels)!.auroc - auroc(coarse, labels)!.auroc;
  expect(JSON.parse(out).statistics).toMatchObject([{ value: expect.closeTo(difference, 9), p, interval: "formula" }]);
});

test("Bland & Altman 1999, 5.2: within .1072 and .1379, mean difference .7092; 2007, 3, in pairs: .6022 and .1707", async () => {
  const subjects = [...Map.groupBy(rows(SUBJECTS), ([subject]) => subject).values()];
  const [rv, ic] = [1, 2].map((at) => subjects.map((lines) => lines.map((line) => Number(line[at]))));
  const own = replicateLimits(rv!, ic!)!;
  const pairs = repeatedLimits(rv!.map((values, i) => values.map((value, j) => value - ic![i]![j]!)))!;
  expect([own.withinFirst, own.withinSecond, own.bias]).toEqual(close([0.1072, 0.1379, 0.7092], 4));
  expect([pairs.bias, pairs.withinVariance]).toEqual(close([0.6022, 0.1707], 4));

  const names = "lower-limit-replicates,upper-limit-replicates,lower-limit-pairs,upper-limit-pairs";
  const columns = ["--columns", "rv,ic", "--cluster", "subject", "--statistic", names, "--json"];
  const { out } = await runOnCsv(SUBJECTS, ["measure", "agreement", "$CSV", ...columns]);
  const found = JSON.parse(out).statistics as { value: number; low: number; high: number }[];
  expect(found.map(({ value }) => value)).toEqual(close([own.lower, own.upper, pairs.lower, pairs.upper], 9));
  for (const { value, low, high } of found) expect(low < value && value < high).toBe(true);
});

test("what the columns do not fit says why", async () => {
  const of = async (statistic: string, extra: string[] = []) => {
    const { out } = await runOnCsv(SUBJECTS, [
      "measure",
      "agreement",
      "$CSV",
      "--statistic",
      statistic,
      "--json",
      ...extra,
    ]);
    return (JSON.parse(out) as { statistics: { reason: string }[] }).statistics[0]!.reason;
  };
  expect(await of("auroc", ["--columns", "rv,ic"])).toBe("the first column is not 0 and 1");
  expect(await of("auroc-difference", ["--columns", "rv,ic"])).toBe("2 columns, not 3");
  expect(await of("lower-limit-replicates", ["--columns", "rv,ic"])).toContain("give --cluster");
});
