import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../base/random.ts";
import { fabricateId } from "../../../scenarios/generators/fabricate.ts";

describe("fabricateId", () => {
  it("keeps the form of the ids, and is never one of them nor one with something after it", () => {
    const ids = fc.uniqueArray(
      fc.integer({ min: 10_000, max: 99_999 }).map((n) => `TC-${n}`),
      { minLength: 1, maxLength: 50 },
    );
    fc.assert(
      fc.property(ids, fc.nat(), (like, seed) => {
        const made = fabricateId(like, { taken: new Set(like), random: makeRandom(seed) });
        expect(made).toMatch(/^TC-\d{5}$/);
        expect(like.some((id) => made?.startsWith(id))).toBe(false);
      }),
    );
  });

  it("crosses two ids where there are no digits to change", () => {
    const like = ["area/x/first_test", "area/y/second_test"];
    const made = fabricateId(like, { taken: new Set(like), random: makeRandom(4) });
    expect(["area/x/second_test", "area/y/first_test"]).toContain(made);
  });

  it("gives up where every id of the form is taken", () => {
    expect(fabricateId(["only"], { taken: new Set(["only"]), random: makeRandom(1) })).toBeNull();
    expect(fabricateId([], { taken: new Set(), random: makeRandom(1) })).toBeNull();
  });
});
