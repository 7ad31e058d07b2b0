import { expect, it } from "vitest";
import {
  configurationLabel,
  count,
  decimal,
  metricLabel,
  percent,
  pValue,
  sampleSize,
  withInterval,
} from "../../../harness/print/format.ts";
import { wrapText } from "../../../harness/show/drawing/wrap.ts";
import { RANKING_DESCRIPTORS } from "../../../measure/metrics/ranking/registry.ts";
import { nonEmpty } from "../../non-empty.ts";

it("a missing number is a dash, never 0", () => {
  expect([decimal(null), percent(null), count(null), withInterval({ mean: null, low: null, high: null })]).toEqual([
    "–",
    "–",
    "–",
    "–",
  ]);
});

it("numbers are written the same in every locale", () => {
  expect([count(1234567), count(999), percent(0.4567), decimal(0.5), pValue(0.0004), pValue(0.0123)]).toEqual([
    "1,234,567",
    "999",
    "45.7 %",
    "0.50",
    "p < 0.001",
    "p = 0.012",
  ]);
});

it("a ranking metric is called by its descriptor's label, with its cutoff", () => {
  expect(metricLabel("ndcg@10")).toBe("NDCG@10");
  for (const { name, label } of nonEmpty(Object.values(RANKING_DESCRIPTORS))) expect(metricLabel(name)).toBe(label);
});

it("one size of all is a number, several are from the fewest to the most", () => {
  expect([sampleSize([52, 52]), sampleSize([52, 6, 38])]).toEqual(["n = 52", "n = 6 to 52"]);
});

it("text is broken into lines of the width, and a word longer than a line stands alone", () => {
  const lines = wrapText(`one two three ${"x".repeat(80)} four`, 200);
  expect(lines.join(" ")).toBe(`one two three ${"x".repeat(80)} four`);
  expect(lines).toContain("x".repeat(80));
});

it("a configuration without levels is labelled by its three parts, however its row says so", () => {
  const row = { model: "explorer", workflow: "react", knowledge: "prompt" };
  expect(configurationLabel({ ...row, levels: "" })).toBe(configurationLabel(row));
});
