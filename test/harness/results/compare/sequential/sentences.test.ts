import { describe, expect, it } from "vitest";
import type { Series } from "../../../../../harness/results/compare/sequential/decide-in-looks.ts";
import {
  stopText,
  toldOfReruns,
  toldOfUnplanned,
} from "../../../../../harness/results/compare/sequential/sentences.ts";

const look = (scenarios: number) => ({ scenarios, fraction: scenarios / 52, loss_share: 0, interval_share: 0.2 });
const series = (more: Partial<Series>): Series => ({
  ...{ stopped: "open", scenarios: 39, of: 52, adjusted: [] },
  planned: { seed: "a", looks: [26, 33, 39, 46, 52].map(look) },
  path: [1, 2, 3].map((at) => ({ look: at, scenarios: 0, rules: [], decision: "pass" })),
  ...more,
});

describe("what is said of a series", () => {
  it("names the look, and after how many scenarios the next one is", () => {
    expect(stopText(series({}))).toBe(
      "not decided at look 3 of 5, after 39 of 52 scenarios; the next is after 46 scenarios",
    );
    expect(stopText(series({ stopped: "no-loss" }))).toBe("stopped at look 3 of 5, after 39 of 52 scenarios");
  });

  it("numbers the look of an unfinished run that nobody planned, and says that the error rate is another", () => {
    expect(toldOfUnplanned(series({}))).toMatch(/^Look 3 of an unplanned series: the error rate is no longer that/);
    expect(toldOfUnplanned(series({ stopped: "end" }))).toMatch(/planned by this command, not before/);
  });

  it("counts the series before this one of the same candidate, and says nothing of a first", () => {
    expect(toldOfReruns([])).toBeNull();
    const earlier = [
      { run: "a", looks: 1 },
      { run: "b", looks: 3 },
    ];
    expect(toldOfReruns(earlier)).toMatch(/^Series 3 of the same candidate .*4 looks before it, in a, b/);
  });
});
