import { describe, expect, it } from "vitest";
import { boundedMeanPower } from "../../../../measure/statistics/power/bounded-mean.ts";
import { NOISE, simulateGate } from "../../../../perf/gate/simulate.ts";

// Small and few: perf/gate and perf/mean-tests.ts run the whole grid, figures in docs/method/gate.md.
const SMALL = { pairs: 120, scenarios: 14, configurations: 1, metrics: 2, seed: 7 };

describe("the gate over simulated pairs of runs", () => {
  it.each(["steady", "coin", "few gain"] as const)(
    "fails at most one in forty where the mean is the same: %s",
    (kind) => {
      expect(simulateGate({ ...SMALL, kind, loss: 0 }).regression).toBeLessThanOrEqual(0.025);
    },
  );

  it("with sign flips, which assume symmetric changes, fails on few large gains and many small losses", () => {
    const gate = { assume: "symmetric" };
    expect(simulateGate({ ...SMALL, kind: "few gain", loss: 0, gate }).regression).toBeGreaterThan(0.15);
  });

  it("takes a question and its copies for one observation, whatever the test: unsaid, it fails on many systems that are equal", () => {
    const copied = { ...SMALL, metrics: 1, kind: "steady", loss: 0, copies: 4 } as const;
    for (const gate of [{}, { assume: "symmetric" }])
      expect(simulateGate({ ...copied, gate }).regression).toBeLessThanOrEqual(0.05);
    expect(simulateGate({ ...copied, gate: { assume: "symmetric" }, concealed: true }).regression).toBeGreaterThan(0.1);
  });

  it("judges nothing by so few scenarios that no loss could be shown", () => {
    expect(simulateGate({ ...SMALL, pairs: 5, scenarios: 6, kind: "steady", loss: 0 }).notComparable).toBe(1);
  });

  it("finds the planned loss as often as the power analysis says, within 12 points of 120 pairs", () => {
    const loss = 0.42;
    const design = { n: SMALL.scenarios, sd: NOISE * Math.SQRT2, alpha: 0.05 / 2, range: { low: -1, high: 1 } };
    const power = boundedMeanPower(loss, design);
    const found = simulateGate({ ...SMALL, kind: "steady", loss }).detected;
    expect(power).toBeGreaterThan(0.5);
    expect(Math.abs(found - power)).toBeLessThan(0.12);
  });
});
