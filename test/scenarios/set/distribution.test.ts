import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apportion, DISTRIBUTION, planSlots, type Slot, STUDY_TOTAL } from "../../../scenarios/set/distribution.ts";
import { FAMILIES, type Family } from "../../../scenarios/set/schema.ts";

const STUDY_FAMILIES = { lookup: 10, search: 14, traceability: 16, impact: 8, comparison: 4 };

function count(slots: readonly Slot[], matches: (slot: Slot) => boolean): number {
  return slots.filter(matches).length;
}

function byFamily(slots: readonly Slot[]): Record<string, number> {
  return Object.fromEntries(FAMILIES.map((family) => [family, count(slots, (slot) => slot.family === family)]));
}

describe("planSlots", () => {
  const slots = planSlots(STUDY_TOTAL);

  it("has the study's margins for 52: families 10/14/16/8/4, complexities 16/20/16, 38 answerable, 14 not", () => {
    expect(slots).toHaveLength(52);
    expect(byFamily(slots)).toEqual(STUDY_FAMILIES);
    expect(count(slots, (slot) => slot.complexity === "single_hop")).toBe(16);
    expect(count(slots, (slot) => slot.complexity === "multi_hop")).toBe(20);
    expect(count(slots, (slot) => slot.complexity === "reasoning")).toBe(16);
    expect(count(slots, (slot) => slot.answerable)).toBe(38);
    expect(count(slots, (slot) => !slot.answerable)).toBe(14);
  });

  it("makes 8 of 52 multi-turn", () => {
    expect(count(slots, (slot) => slot.multiTurn)).toBe(8);
  });

  it("is the table itself for 52", () => {
    for (const { family, complexity, answerable, count: wanted } of DISTRIBUTION)
      expect(
        count(
          slots,
          (slot) => slot.family === family && slot.complexity === complexity && slot.answerable === answerable,
        ),
      ).toBe(wanted);
  });

  it("gives exactly the total, and each family its share to less than one scenario, for any total and any families", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.subarray([...FAMILIES], { minLength: 1 }), (total, families) => {
        const planned = planSlots(total, families);
        expect(planned).toHaveLength(total);
        const weight = families.reduce((sum, family) => sum + STUDY_FAMILIES[family as Family], 0);
        for (const family of families) {
          const share = (total * STUDY_FAMILIES[family as Family]) / weight;
          const found = count(planned, (slot) => slot.family === family);
          expect(Math.abs(found - share)).toBeLessThan(1);
        }
        expect(planned.every((slot) => families.includes(slot.family))).toBe(true);
      }),
    );
  });
});

describe("apportion", () => {
  it("sums to the total and stays within one of each exact share", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.array(fc.nat(50), { minLength: 1, maxLength: 12 }), (total, weights) => {
        const weight = weights.reduce((a, b) => a + b, 0);
        const shares = apportion(total, weights);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(weight === 0 ? 0 : total);
        shares.forEach((share, index) => {
          if (weight > 0) expect(Math.abs(share - (total * (weights[index] as number)) / weight)).toBeLessThan(1);
        });
      }),
    );
  });

  it("gives the largest remainders first, ties to the earlier weight", () => {
    expect(apportion(10, [1, 1, 1])).toEqual([4, 3, 3]);
    expect(apportion(7, [5, 3, 1])).toEqual([4, 2, 1]);
  });
});
