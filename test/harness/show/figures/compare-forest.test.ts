import { describe, expect, it } from "vitest";
import { changeRows, describeChanges, shownRows } from "../../../../harness/results/compare/changes.ts";
import type { MetricComparison } from "../../../../harness/results/compare/metric-comparison.ts";
import { runComparison } from "../../../../harness/results/compare/request.ts";
import { PAGE } from "../../../../harness/show/drawing/theme.ts";
import { changeForestSpec } from "../../../../harness/show/figures/compare-forest.ts";
import { madeSource } from "../../results/compare/made-source.ts";
import { RULES } from "../../results/compare/six-states.ts";

/** `count` configurations of which the first `worse` lose half a point on every scenario. */
function compared(count: number, worse: number) {
  const configurations = Array.from({ length: count }, (_, at) => `m${String(at).padStart(3, "0")}__react__prompt`);
  const baseline = madeSource({ configurations, scenarios: 12 });
  const executions = baseline.executions.map((one) => {
    const lost = configurations.indexOf(one.configuration) < worse;
    return { ...one, scores: { "ndcg@10": { value: lost ? 0 : 0.5 } } };
  });
  const { comparison } = runComparison({
    ...{ baseline, candidate: { ...baseline, executions }, metrics: ["ndcg@10"], allow: [], gate: false },
    ...{ by: "configuration", config: { ...RULES, assume: "symmetric" } },
  });
  return changeRows(comparison.metrics[0], comparison.groups, { level: 0.05 });
}

const options = { width: 400, theme: PAGE, models: [], notice: [] };
const domain = (rows: ReturnType<typeof compared>, matters?: number) => {
  const spec = JSON.stringify(changeForestSpec(rows, { matters, better: "higher" }, options));
  return JSON.parse(/"domain":(\[[^\]]*\])/.exec(spec)![1]!);
};

describe("the forest of Compare", () => {
  it("has everything first, then the heaviest loss; worse is what the corrected test says", () => {
    const rows = compared(4, 1);
    expect(rows.map(({ label, told }) => [label, told])).toEqual([
      ["everything", expect.anything()],
      ["m000 · ReAct · Prompt", "worse"],
      ["m001 · ReAct · Prompt", "not told apart"],
      ["m002 · ReAct · Prompt", "not told apart"],
      ["m003 · ReAct · Prompt", "not told apart"],
    ]);
    expect(describeChanges(rows, "share")).toBe("NDCG@10: 1 of 4 worse, most m000 · ReAct · Prompt (-.500).");
  });

  it("of one configuration has its line and the one over everything", () => {
    const rows = compared(1, 0);
    expect(rows.length).toBe(2);
    expect(describeChanges(rows, "share")).toBe("NDCG@10: none of 1 difference can be told from chance.");
  });

  it("of 128 systems draws the 20 heaviest losses and the 10 largest gains, and counts all", () => {
    const one = { metric: "ndcg@10", better: "higher", unit: "share", adjusted_p: 0.001 } as MetricComparison;
    const groups = Array.from({ length: 128 }, (_, at) => ({
      ...one,
      group: `m${at}__react__prompt`,
      difference: at - 3.5,
    }));
    const rows = changeRows({ ...one, group: "all", difference: 0 }, groups, { level: 0.05 });
    const shown = shownRows(rows);
    expect([rows.length, shown.length]).toEqual([129, 31]);
    expect(shown.slice(0, 4).map(({ label }) => label.split(" ")[0])).toEqual(["everything", "m0", "m1", "m2"]);
    expect(shown.at(-1)!.difference).toBe(123.5);
    expect(describeChanges(rows, "share")).toMatch(
      /^NDCG@10: 4 of 128 worse, most m0 .*; 124 of 128 better, most m127 /,
    );
  });

  it("leaves out what has no difference, and is nothing where nothing is in common", () => {
    const none = { metric: "ndcg@10", group: "a__react__prompt", difference: null } as MetricComparison;
    expect(changeRows(none, [none], { level: 0.05 })).toEqual([]);
    expect(changeRows(undefined, [], { level: 0.05 })).toEqual([]);
  });

  it("has a scale about 0 that holds each interval and the loss that matters, also where nothing changed or none is known", () => {
    const [row] = compared(1, 0);
    expect(domain([{ ...row!, difference: -0.2, low: -0.3, high: null }])).toEqual([-0.312, 0.312]);
    expect(domain([{ ...row!, difference: 0, low: null, high: null }], 0.02)[1]).toBeCloseTo(0.0416, 9);
    const [low, high] = domain([{ ...row!, difference: 0, low: null, high: null }]);
    expect([low < 0, high > 0]).toEqual([true, true]);
  });
});
