import fc from "fast-check";
import { expect, it } from "vitest";
import { alignCalls, pairAlike } from "../../../../harness/results/trace/align-calls.ts";

const same = (a: string, b: string) => a === b;
const align = (left: string, right: string) =>
  alignCalls([...left], [...right], same).map(({ a, b }) => `${a ?? "-"}${b ?? "-"}`);

it("sets equal calls beside each other, and what only one has between them", () => {
  expect(align("sct", "sxct")).toEqual(["ss", "-x", "cc", "tt"]);
  expect(align("abc", "")).toEqual(["a-", "b-", "c-"]);
  expect(align("ab", "cd")).toEqual(["a-", "b-", "-c", "-d"]);
});

it("sets what is alike beside each other between calls that are the same, and moves nothing over one of these", () => {
  const alike = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const pairs = (left: string, right: string) =>
    pairAlike(alignCalls([...left], [...right], same), alike).map(({ a, b }) => `${a ?? "-"}${b ?? "-"}`);
  expect(pairs("igct", "G")).toEqual(["i-", "gG", "c-", "t-"]);
  expect(pairs("asb", "BsA")).toEqual(["a-", "-B", "ss", "b-", "-A"]);
});

it("keeps both lists, in order, and pairs as many as any other way could", () => {
  const calls = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 6 });
  fc.assert(
    fc.property(calls, calls, (left, right) => {
      const aligned = alignCalls(left, right, same);
      expect(aligned.flatMap(({ a }) => a ?? [])).toEqual(left);
      expect(aligned.flatMap(({ b }) => b ?? [])).toEqual(right);
      expect(aligned.filter(({ a, b }) => a === b)).toHaveLength(longestCommon(left, right));
    }),
  );
});

/** By trying all parts of one list. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  const sizes = Array.from({ length: 2 ** left.length }, (_, chosen) => {
    const part = left.filter((_call, at) => (chosen >> at) % 2 === 1);
    let at = 0;
    for (const call of right) if (call === part[at]) at++;
    return at === part.length ? part.length : 0;
  });
  return Math.max(...sizes);
}
