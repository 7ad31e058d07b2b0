import { describe, expect, it } from "vitest";
import { addTest, cutOf, keepOnly, moveCut, testsBelow, tickTest } from "../../../../assistant/app/scope/decide.ts";
import type { ScopeDecision } from "../../../../assistant/app/scope/scope-items.ts";
import type { Tier } from "../../../../assistant/app/scope/tiers.ts";

const tier = (...tests: string[]): Tier => ({ link: "direct", reason: "r", items: [], tests });
const TIERS = [tier("a", "b"), tier("c", "d"), tier("e")];
const decided = (changes: Partial<ScopeDecision> = {}): ScopeDecision => ({
  ...{ question: "q", recommended: ["a", "b", "c", "d", "e"], dropped: [], added: [] },
  ...{ below: testsBelow(TIERS, 1), ...changes },
});

describe("the cut of a scope", () => {
  it("stands above the first tier of which something is not ticked", () => {
    expect(cutOf(TIERS, decided())).toBe(1);
    expect(cutOf(TIERS, decided({ below: ["d"] }))).toBe(1);
    expect(cutOf(TIERS, { below: [] })).toBe(3);
  });

  it("leaves what was ticked by hand below it ticked, wherever it is moved", () => {
    const ticked = { ...decided(), ...tickTest(TIERS, decided(), { id: "c", reason: null }) };
    expect(ticked.below).toEqual(["d", "e"]);
    expect(moveCut(TIERS, ticked, 0).below).toEqual(["a", "b", "d", "e"]);
    expect(moveCut(TIERS, ticked, 2).below).toEqual(["e"]);
  });

  it("asks for a reason why a test above it is dropped, not for one below that was only ticked by hand", () => {
    expect(tickTest(TIERS, decided(), { id: "a", reason: "" }).dropped).toEqual([{ id: "a", reason: "" }]);
    const ticked = { ...decided(), ...tickTest(TIERS, decided(), { id: "c", reason: null }) };
    expect(tickTest(TIERS, ticked, { id: "c", reason: "" })).toEqual({ dropped: [], below: ["d", "e", "c"] });
  });

  it("does not hide a test that is added by hand: one that was recommended is ticked", () => {
    expect(addTest(TIERS, decided(), { id: "e", title: "E" }).below).toEqual(["c", "d"]);
    expect(addTest(TIERS, decided(), { id: "x", title: "X" }).added).toEqual([{ id: "x", title: "X", reason: "" }]);
  });

  it("keeps only what is shown of what is kept, with the reason, and takes nothing in from below", () => {
    const added = [{ id: "x", title: "X", reason: "" }];
    expect(keepOnly(decided({ added }), new Set(["a", "c"]), "not kind: negative")).toEqual({
      dropped: [{ id: "b", reason: "not kind: negative" }],
    });
  });
});
