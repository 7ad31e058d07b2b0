import { afterAll, beforeAll, expect, it } from "vitest";
import { readResults } from "../../../../harness/results/analyses/read-results.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { type FixtureContext, scoredContext } from "../../run/stages/context.ts";

let context: FixtureContext;
let results: Results;
beforeAll(async () => {
  context = await scoredContext();
  results = await readResults(context.runDirectory);
});
afterAll(() => context?.[Symbol.asyncDispose]());

it("holds each pair of factors.json with the same difference and p, its interval around it, each scenario counted once", () => {
  const { factors, differences } = results;
  for (const { metric, factors: own } of nonEmpty(differences)) {
    const tested = factors.find((one) => one.metric === metric)!.factors;
    expect(own.map(({ first, second, difference, holm_p }) => ({ first, second, difference, holm_p }))).toEqual(
      tested.flatMap(({ pairs }) =>
        pairs.map(({ first, second, difference, holm_p }) => ({ first, second, difference, holm_p })),
      ),
    );
    for (const { difference, low, high, n, wins, ties, losses } of nonEmpty(own)) {
      expect(wins + ties + losses).toBe(n);
      if (low === null || high === null || difference === null) continue;
      expect(low).toBeLessThanOrEqual(difference + 1e-9);
      expect(high).toBeGreaterThanOrEqual(difference - 1e-9);
    }
  }
});

it("holds the best configuration against every other, always as the first, nearest first", () => {
  const { rankings, differences } = results;
  for (const { metric, best } of nonEmpty(differences)) {
    const { order, pairs } = rankings.find((one) => one.metric === metric)!;
    expect(new Set(best.map(({ first }) => first))).toEqual(new Set([order[0]!.configuration]));
    expect(best).toHaveLength(order.length - 1);
    const known = best.map(({ difference }) => difference ?? Number.POSITIVE_INFINITY);
    expect(known).toEqual([...known].sort((a, b) => a - b));
    for (const { second, p } of best)
      expect(pairs.some((pair) => [pair.first, pair.second].includes(second) && pair.p === p)).toBe(true);
  }
});

it("trends.json has a line per model through the means of both axes, or none where x does not vary", () => {
  const trends = results.trends.filter(({ workflow }) => workflow === null);
  expect(trends.map(({ model }) => model)).toEqual(context.config.models.map(({ name }) => name));
  for (const { slope, intercept, n } of nonEmpty(trends))
    expect([slope === null, n > 1]).toEqual([intercept === null, true]);
});
