import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../../base/random.ts";
import { standingOf } from "../../../../../harness/results/compare/sequential/futility.ts";
import { orderClusters } from "../../../../../harness/results/compare/sequential/order.ts";
import { planLooks } from "../../../../../harness/results/compare/sequential/plan.ts";
import { nonEmpty } from "../../../../non-empty.ts";

const scenarios = (n: number, families = 4, perCluster = 1) =>
  Array.from({ length: n }, (_, at) => ({
    id: `s${at}`,
    family: `family ${Math.floor(at / perCluster) % families}`,
    cluster: `s${at - (at % perCluster)}`,
  }));
const plan = (n: number, tests = 1) => planLooks({ scenarios: scenarios(n), seed: "a", level: 0.05, tests });

describe("the order of a series", () => {
  it("keeps clusters whole and has every scenario once", () => {
    const clusters = orderClusters(scenarios(24, 4, 3), "a");
    expect(clusters.map((ids) => ids.length)).toEqual(Array(8).fill(3));
    expect(new Set(clusters.flat()).size).toBe(24);
    for (const ids of nonEmpty(clusters))
      expect(new Set(ids.map((id) => Math.floor(Number(id.slice(1)) / 3))).size).toBe(1);
  });

  it("has of every family its part in the first half, within one", () => {
    const half = orderClusters(scenarios(52), "a").flat().slice(0, 26);
    const counts = [0, 1, 2, 3].map((family) => half.filter((id) => Number(id.slice(1)) % 4 === family).length);
    for (const count of nonEmpty(counts)) expect(Math.abs(count - 6.5)).toBeLessThanOrEqual(1.5);
  });

  it("is another for another seed, and the same whatever order the scenarios are given in", () => {
    const given = scenarios(52);
    expect(orderClusters([...given].reverse(), "a")).toEqual(orderClusters(given, "a"));
    expect(orderClusters(given, "b")).not.toEqual(orderClusters(given, "a"));
  });
});

describe("the looks of a series", () => {
  it("test a loss once, at the end, with the whole level below 200 scenarios", () => {
    const { looks } = plan(199);
    expect(looks.map(({ loss_share }) => loss_share)).toEqual([0, 0, 0, 0, 1]);
    expect(looks[0]!.fraction).toBeCloseTo(0.5, 2);
  });

  it("share the level out over seven looks from 200 on, all of it", () => {
    const { looks } = plan(200);
    expect(looks).toHaveLength(7);
    expect(looks.reduce((sum, { loss_share }) => sum + loss_share, 0)).toBeCloseTo(1, 12);
    expect(looks[0]!.loss_share).toBeGreaterThan(0);
  });

  it("share the level of intervals out over the looks that may stop without a loss", () => {
    const { looks } = plan(52);
    expect(looks.map(({ interval_share }) => interval_share)).toEqual(Array(5).fill(0.2));
    expect(plan(260).looks.filter(({ interval_share }) => interval_share === 0)).toHaveLength(2);
  });

  it("are one where half the scenarios could show nothing, and say so", () => {
    const { looks, fixed_because } = plan(6);
    expect(looks).toEqual([{ scenarios: 6, fraction: 1, loss_share: 1, interval_share: 1 }]);
    expect(fixed_because).toContain("half of 6");
    expect(plan(12, 3).looks.length).toBeGreaterThan(1);
  });
});

describe("whether a regression is still expected", () => {
  const rule = { spread: 0.3, distinct: 26, min_effect: 0.05, alpha: 0.05 };

  it("is not where the candidate gains a fifth of the spread in half the scenarios, and is where it is the planned one", () => {
    expect(standingOf({ ...rule, loss: -0.06 }, 0.5).isFutile).toBe(true);
    expect(standingOf({ ...rule, loss: 0.117 }, 0.5).isFutile).toBe(false);
  });

  it("goes by what matters where that is more than what can be found", () => {
    const large = { ...rule, min_effect: 0.3 };
    expect(standingOf({ ...large, loss: 0.12 }, 0.5).isFutile).toBe(true);
    expect(standingOf({ ...large, loss: 0.3 }, 0.5).isFutile).toBe(false);
  });

  it("stops below at most one in forty series that lose what is found 4 times in 5", () => {
    const random = makeRandom("futility");
    const normal = () => Array.from({ length: 12 }, random).reduce((a, b) => a + b, -6);
    const error = 0.3 / Math.sqrt(52);
    const lost = Array.from({ length: 4000 }, () => {
      const first = 2.8 * error + normal() * error * Math.SQRT2;
      const second = 2.8 * error + normal() * error * Math.SQRT2;
      const isCalled = (first + second) / 2 >= 1.96 * error;
      return isCalled && standingOf({ ...rule, min_effect: 0.01, loss: first }, 0.5).isFutile;
    }).filter(Boolean).length;
    expect(lost / 4000).toBeLessThan(0.025);
  });
});
