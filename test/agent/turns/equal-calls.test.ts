import { expect, it } from "vitest";
import { makeEqualCalls } from "../../../agent/turns/equal-calls.ts";

const SEARCH = { name: "keyword_search", args: { query: "handover" } };

it("ends at one equal call more than the limit, and names the tool", () => {
  const count = makeEqualCalls(3);
  for (const _time of [1, 2, 3]) count(0, SEARCH);
  expect(() => count(0, { ...SEARCH, args: { query: "handover" } })).toThrow(/keyword_search .* more than 3 times/);
});

it("begins anew after any other call, other arguments, or a turn", () => {
  const count = makeEqualCalls(1);
  for (const at of [1, 2, 3]) {
    count(0, SEARCH);
    count(0, { name: "keyword_search", args: { query: `handover ${at}` } });
    count(0, { name: "vector_search", args: SEARCH.args });
  }
  count(1, SEARCH);
  expect(() => count(2, SEARCH)).not.toThrow();
});
