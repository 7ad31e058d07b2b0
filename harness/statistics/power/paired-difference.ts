import { detectableEffect } from "./solve.ts";
import { tTestPower } from "./t-test.ts";

export interface PairedDesign {
  /** Scenarios. */
  n: number;
  /** Standard deviation of the difference of two configurations on one scenario, in units of the metric. */
  sd: number;
  /** Tests that share the error rate (Bonferroni, which Holm's first step equals). Default 1. */
  comparisons?: number;
}

/**
 * Smallest mean difference of two configurations that a paired comparison finds with 80 % power at 5 %, in units of the metric.
 * By the t test, which the sign-flip test equals for these n. Null with fewer than 3 scenarios, or where nothing differs.
 */
export function detectableDifference({ n, sd, comparisons = 1 }: PairedDesign): number | null {
  if (n < 3 || sd === 0) return null;
  const effect = detectableEffect((size) =>
    tTestPower({ effect: size, n, design: "paired", alpha: 0.05 / comparisons }),
  );
  return effect === null ? null : effect * sd;
}
