import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adjustedAt } from "../../../../measure/statistics/sequential/adjusted.ts";
import {
  classicalDesign,
  futilityBounds,
  spendingDesign,
} from "../../../../measure/statistics/sequential/boundaries.ts";
import { characteristicsOf } from "../../../../measure/statistics/sequential/characteristics.ts";
import { nonEmpty } from "../../../non-empty.ts";

/** Where each number is from stands at its top; fractions have nine digits there. */
const ORACLE = JSON.parse(readFileSync("test/input/statistics/group_sequential.json", "utf8")) as {
  designs: {
    id: string;
    family: "ld-obf" | "ld-pocock" | "obf" | "pocock";
    alpha_one_sided: number;
    fractions: number[];
    z: number[];
    alpha_spent: number[];
  }[];
  another_number_at_last_look: { scenarios_at_looks: number[]; planned: number; z: number[] }[];
  with_futility: {
    id: string;
    fractions: number[];
    z_loss: number[];
    z_no_loss: number[] | null;
    design_drift: number;
    at: { drift: number; stop_loss: number[]; stop_no_loss: number[]; power: number; expected_fraction: number }[];
  }[];
  adjusted: {
    fractions: number[];
    z_boundaries: number[];
    stage: number;
    z: number;
    p_stagewise: number;
    median_unbiased_drift: number;
    interval_95_drift: [number, number];
  }[];
  adjusted_with_futility: {
    fractions: number[];
    z_loss: number[];
    z_no_loss: number[];
    examples: { stage: number; z: number; ignoring_futility: Limits; futility_in_the_order: Limits }[];
  };
};
interface Limits {
  p: number;
  mue: number;
  low: number;
  high: number;
}

/** Largest absolute difference of two lists of one length. */
function apart(found: readonly number[], expected: readonly number[]): number {
  expect(found).toHaveLength(expected.length);
  return Math.max(...found.map((value, at) => Math.abs(value - expected[at]!)));
}

describe("group-sequential designs", () => {
  it("spend alpha as the oracle's: bounds of 56 designs within 1e-6 of z", () => {
    const designs = ORACLE.designs.filter(({ family }) => family.startsWith("ld-"));
    expect(designs).toHaveLength(56);
    for (const { id, family, alpha_one_sided: alpha, fractions, z, alpha_spent } of nonEmpty(designs)) {
      const spending = family === "ld-obf" ? "obrien_fleming" : "pocock";
      const design = spendingDesign({ alpha, fractions, spending });
      expect(apart(design.upper, z), id).toBeLessThan(1e-6);
      expect(apart(design.spent, alpha_spent), id).toBeLessThan(1e-8);
    }
  });

  it("of one constant have the oracle's, up to five looks", () => {
    const designs = ORACLE.designs.filter(
      ({ family, fractions, alpha_one_sided }) =>
        !family.startsWith("ld-") && fractions.length <= 5 && alpha_one_sided === 0.025,
    );
    for (const { id, family, alpha_one_sided: alpha, fractions, z, alpha_spent } of nonEmpty(designs)) {
      const design = classicalDesign({ alpha, fractions, shape: family === "obf" ? "obrien_fleming" : "pocock" });
      expect(apart(design.upper, z), id).toBeLessThan(1e-6);
      expect(apart(design.spent, alpha_spent), id).toBeLessThan(1e-8);
    }
  });

  it("spend what is left where the last look has another number of scenarios than planned", () => {
    for (const { scenarios_at_looks, planned, z } of nonEmpty(ORACLE.another_number_at_last_look)) {
      const fractions = scenarios_at_looks.map((n) => n / planned);
      if (fractions.at(-1)! > 1) continue; // More than planned: information beyond 1 is refused.
      expect(apart(spendingDesign({ alpha: 0.025, fractions, spending: "obrien_fleming" }).upper, z)).toBeLessThan(
        1e-6,
      );
    }
  });

  it("stop, and call losses, as often as the oracle's, with and without stopping for futility", () => {
    for (const { id, fractions, z_loss, z_no_loss, design_drift, at } of nonEmpty(ORACLE.with_futility)) {
      const lower = z_no_loss
        ? futilityBounds({ fractions, upper: z_loss }, { drift: design_drift, power: 0.2 })
        : undefined;
      if (z_no_loss) expect(apart(lower as number[], z_no_loss), id).toBeLessThan(1e-6);
      for (const { drift, stop_loss, stop_no_loss, power, expected_fraction } of nonEmpty(at)) {
        const found = characteristicsOf({ fractions, upper: z_loss, lower }, drift);
        expect(apart(found.stopLoss, stop_loss), id).toBeLessThan(1e-7);
        expect(apart(found.stopNoLoss, stop_no_loss), id).toBeLessThan(1e-7);
        expect(apart([found.power, found.expectedFraction], [power, expected_fraction]), id).toBeLessThan(1e-7);
      }
    }
  });

  it("stopped say what the oracle's 30 series say: p within 1e-8, estimate and limits within 1e-5 of the drift", () => {
    for (const series of nonEmpty(ORACLE.adjusted)) {
      const { fractions, z_boundaries: upper, stage, z } = series;
      const { p, estimate, low, high } = adjustedAt({ fractions, upper }, { look: stage - 1, z });
      expect(Math.abs(p - series.p_stagewise)).toBeLessThan(1e-8);
      const expected = [series.median_unbiased_drift, ...series.interval_95_drift];
      expect(apart([estimate, low, high], expected)).toBeLessThan(1e-5);
    }
  });

  it("order by the futility bounds that were executed", () => {
    const { fractions, z_loss: upper, z_no_loss: lower, examples } = ORACLE.adjusted_with_futility;
    for (const { stage, z, ignoring_futility, futility_in_the_order } of nonEmpty(examples)) {
      const without = adjustedAt({ fractions, upper }, { look: stage - 1, z });
      const within = adjustedAt({ fractions, upper, lower }, { look: stage - 1, z });
      for (const [found, { p, mue, low, high }] of nonEmpty([
        [without, ignoring_futility],
        [within, futility_in_the_order],
      ] as const))
        expect(apart([found.p, found.estimate, found.low, found.high], [p, mue, low, high])).toBeLessThan(1e-5);
    }
  });

  it("refuses alphas and fractions that are none", () => {
    const refused = [
      { alpha: 0, fractions: [1] },
      { alpha: 0.6, fractions: [1] },
      { alpha: 0.025, fractions: [] },
      { alpha: 0.025, fractions: [0.5, 0.5] },
      { alpha: 0.025, fractions: [0.5, 1.2] },
    ];
    for (const one of nonEmpty(refused)) {
      expect(() => spendingDesign({ ...one, spending: "pocock" })).toThrow(RangeError);
      expect(() => classicalDesign({ ...one, shape: "pocock" })).toThrow(RangeError);
    }
  });
});
