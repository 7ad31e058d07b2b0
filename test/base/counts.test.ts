import { expect, it } from "vitest";
import { countOf } from "../../base/counts.ts";

it("one is singular, none and many are plural, thousands are set apart", () => {
  expect([0, 1, 2, 2000].map((n) => countOf(n, "scenario"))).toEqual([
    "0 scenarios",
    "1 scenario",
    "2 scenarios",
    "2,000 scenarios",
  ]);
  expect([1, 2].map((n) => countOf(n, "query is", "queries are"))).toEqual(["1 query is", "2 queries are"]);
});
