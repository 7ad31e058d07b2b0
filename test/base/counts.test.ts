import { expect, it } from "vitest";
import { countOf, megabytes, shortCount } from "../../base/counts.ts";

it("one is singular, none and many are plural, thousands are set apart", () => {
  expect([0, 1, 2, 2000].map((n) => countOf(n, "scenario"))).toEqual([
    "0 scenarios",
    "1 scenario",
    "2 scenarios",
    "2,000 scenarios",
  ]);
  expect([1, 2].map((n) => countOf(n, "query is", "queries are"))).toEqual(["1 query is", "2 queries are"]);
});

it("large numbers are short, with the sign of their unit", () => {
  expect([950, 1000, 12_345, 12_345_678, 2e9].map(shortCount)).toEqual(["950", "1.0 k", "12.3 k", "12.3 M", "2.0 G"]);
  expect(megabytes(12_345_678)).toBe("12.3 MB");
});
