import { expect, it } from "vitest";
import { makeEqualCalls } from "../../../agent/turns/equal-calls.ts";

const SEARCH = { name: "keyword_search", args: { query: "handover" } };
const limited = (maxEqualCalls: number, maxCountingCalls = 100) => makeEqualCalls({ maxEqualCalls, maxCountingCalls });
const write = (at: number) => ({ name: "write_file", args: { path: `/workspace/${at}.md`, text: `part ${at} of 43` } });

it("ends at one equal call more than the limit, and names the tool", () => {
  const count = limited(3);
  for (const _time of [1, 2, 3]) count(0, SEARCH);
  expect(() => count(0, { ...SEARCH, args: { query: "handover" } })).toThrow(/keyword_search .* more than 3 times/);
});

it("begins anew after any other call, other arguments, or a turn", () => {
  const count = limited(1);
  for (const at of ["a", "b", "c"]) {
    count(0, SEARCH);
    count(0, { name: "keyword_search", args: { query: `handover ${at}` } });
    count(0, { name: "vector_search", args: SEARCH.args });
  }
  count(1, SEARCH);
  expect(() => count(2, SEARCH)).not.toThrow();
});

it("ends calls that differ in numbers alone, each by the same step, at one more than a limit of their own", () => {
  const count = limited(1, 30);
  for (let at = 1; at <= 30; at++) count(0, write(at));
  expect(() => count(0, write(31))).toThrow(/write_file with a number that counts up more than 30 times/);
  const pages = limited(1, 3);
  for (const offset of [0, 50, 100]) pages(0, { name: "artifact_slice", args: { path: "/results/1.json", offset } });
  expect(() => pages(0, { name: "artifact_slice", args: { path: "/results/1.json", offset: 150 } })).toThrow(/3 times/);
});

it("takes numbers that follow no step for calls of their own, however many", () => {
  const count = limited(1, 2);
  for (const id of [1001, 1007, 1009, 1042, 1043, 1100, 1003])
    expect(() => count(0, { name: "identifier_lookup", args: { ids: [`TC-${id}`] } })).not.toThrow();
});

it.each([2, 3, 4])(
  "ends a cycle of %i calls that is made more often than the limit, and no calls that return among others",
  (length) => {
    const call = (at: number) => ({ name: "vector_search", args: { query: `part ${"abcdefgh"[at % 8]}` } });
    const [cycle, others] = [limited(3), limited(3)];
    for (let at = 0; at < 3 * length; at++) cycle(0, call(at % length));
    expect(() => {
      for (let at = 0; at < length; at++) cycle(0, call(at % length));
    }).toThrow(/the same few calls, vector_search the last of them, more than 3 times in turn/);
    for (let at = 0; at < 12 * length; at++) {
      const among =
        at % length === 0
          ? call(0)
          : { name: "read_file", args: { path: `/${"xy"[at % 2]}${[..."abcdefghijkl"][at % 11]}` } };
      expect(() => others(0, among)).not.toThrow();
    }
  },
);

it("begins a cycle anew with a turn", () => {
  const count = limited(2);
  for (const turn of [0, 1, 2])
    for (const query of ["a", "b", "a", "b"])
      expect(() => count(turn, { name: "vector_search", args: { query } })).not.toThrow();
});
