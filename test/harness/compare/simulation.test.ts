import { describe, expect, it } from "vitest";
import { tTestPower } from "../../../harness/statistics/power/t-test.ts";
import { NOISE, simulateGate } from "../../../perf/gate/simulate.ts";

// Ten scenarios: the test by sign flips is exact there, and fast. Larger ones: perf/gate, figures in design/gate.md.
const SMALL = { pairs: 1000, scenarios: 10, configurations: 1, metrics: 2, seed: 7 };

describe("the gate over 1,000 simulated pairs of runs", () => {
  it.each(["steady", "coin"] as const)("fails at most one in twenty where nothing changed: %s scores", (kind) => {
    expect(simulateGate({ ...SMALL, kind, loss: 0 }).regression).toBeLessThanOrEqual(0.05);
  });

  it("finds the planned loss as often as the power analysis says, within 5 points", () => {
    const loss = 0.25;
    const effect = loss / (NOISE * Math.SQRT2);
    const power = tTestPower({ effect, n: SMALL.scenarios, design: "paired", alpha: 0.05 / 2 });
    const found = simulateGate({ ...SMALL, kind: "steady", loss }).detected;
    expect(power).toBeGreaterThan(0.8);
    expect(Math.abs(found - power)).toBeLessThan(0.05);
  });
});
