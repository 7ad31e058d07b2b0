import fc from "fast-check";
import { expect, it } from "vitest";
import { leadOf, leadText } from "../../../../harness/show/figures/lead.ts";

const NAMES = ["a", "b", "c", "d"];
const PAIRS = NAMES.flatMap((first, index) => NAMES.slice(index + 1).map((second) => [first, second] as const));

/** Corrected p of every pair: around the level, or not tested. */
const tests = fc.tuple(
  ...PAIRS.map(([first, second]) =>
    fc
      .option(fc.constantFrom(0.001, 0.0499, 0.05, 0.0501, 0.3, 1))
      .map((holm_p) => ({ first, second, difference: 0.1, n: 9, p: holm_p, holm_p })),
  ),
);

it("a headline claims no difference whose corrected test has p of .05 or more, and denies none that it has shown", () => {
  fc.assert(
    fc.property(tests, fc.constantFrom(...NAMES), (pairs, who) => {
      const lead = leadOf({ pairs }, who);
      const text = leadText({ lead, who: [who], label: "NDCG@10", value: "0.80" });
      const shown = (some: typeof pairs) => some.filter(({ holm_p }) => holm_p !== null && holm_p < 0.05).length;
      const own = shown(pairs.filter(({ first, second }) => [first, second].includes(who)) as unknown as typeof pairs);
      const claimed = /is told apart from (\d+) of/.exec(text);
      expect(Number(claimed?.[1] ?? 0)).toBe(own);
      const tested = pairs.filter(({ holm_p }) => holm_p !== null);
      const compared = new Set(tested.flatMap(({ first, second }) => [first, second])).size;
      const none = shown(pairs) === 0 && tested.length > 0;
      expect(/no two of (\d+)/.exec(text)?.[1] ?? null).toBe(none ? String(compared) : null);
      expect(/from none/.test(text)).toBe(own === 0 && shown(pairs) > 0);
    }),
  );
});

it("a headline over pairs of different sizes says from how few to how many scenarios", () => {
  const pairs = PAIRS.map(([first, second], at) => ({
    ...{ first, second, difference: 0.1, p: 0.5, holm_p: 1, n: at === 0 ? 6 : 52 },
  }));
  const text = leadText({ lead: leadOf({ pairs }, "a"), who: ["a"], label: "NDCG@10", value: "0.80" });
  expect(text).toContain("n = 6 to 52");
});
