import { UserError } from "../../../base/user-error.ts";
import { anovaPower } from "../../../measure/statistics/power/anova.ts";
import { chiSquarePower } from "../../../measure/statistics/power/chi-square.ts";
import { correlationPower } from "../../../measure/statistics/power/correlation.ts";
import { mcnemarPower } from "../../../measure/statistics/power/mcnemar.ts";
import { proportionsPower } from "../../../measure/statistics/power/proportions.ts";
import { detectableEffect, sampleSizeFor } from "../../../measure/statistics/power/solve.ts";
import { tTestPower } from "../../../measure/statistics/power/t-test.ts";

export interface PowerFlags {
  design: PowerDesign;
  effect?: number;
  /** The rate that the effect adds to: of the second system, or of the rarer kind of discordant pairs. */
  base: number;
  groups: number;
  n?: number;
  power: number;
  alpha: number;
}

interface Design {
  /** Whose power it is. */
  test: string;
  /** What the effect is, and what n counts. */
  effect: string;
  unit: string;
  /** Largest effect that exists. */
  to: (flags: PowerFlags) => number;
  from: number;
  powerAt: (effect: number, n: number, flags: PowerFlags) => number;
}

/** By the name of `--design`. */
const POWER_DESIGNS = {
  paired: {
    test: "paired t; sign flips come near. For the test of a mean, which rankings, compare and the gate use: plan",
    effect: "mean difference / sd of differences",
    unit: "scenarios",
    to: () => 10,
    from: 3,
    powerAt: (effect, n, { alpha }) => tTestPower({ effect, n, alpha, design: "paired" }),
  },
  "two-groups": {
    test: "two-sample t",
    effect: "mean difference / sd",
    unit: "per group",
    to: () => 10,
    from: 3,
    powerAt: (effect, n, { alpha }) => tTestPower({ effect, n, alpha, design: "two-groups" }),
  },
  mcnemar: {
    test: "McNemar, asymptotic",
    effect: "difference of pass rates",
    unit: "scenarios",
    to: ({ base }) => 1 - 2 * base,
    from: 3,
    powerAt: (effect, n, { base, alpha }) => mcnemarPower({ onlyFirst: base + effect, onlySecond: base, n, alpha }),
  },
  proportions: {
    test: "two proportions, arcsine",
    effect: "difference of rates",
    unit: "per group",
    to: ({ base }) => 1 - base,
    from: 3,
    powerAt: (effect, n, { base, alpha }) => proportionsPower({ first: base + effect, second: base, n, alpha }),
  },
  correlation: {
    test: "correlation, Fisher's z",
    effect: "correlation",
    unit: "pairs",
    to: () => 0.999,
    from: 5,
    powerAt: (r, n, { alpha }) => correlationPower({ r, n, alpha }),
  },
  anova: {
    test: "one-way analysis of variance, F",
    effect: "Cohen's f",
    unit: "per group",
    to: () => 10,
    from: 3,
    powerAt: (f, n, { groups, alpha }) => anovaPower({ f, groups, n, alpha }),
  },
  "chi-square": {
    test: "chi-square",
    effect: "Cohen's w",
    unit: "observations",
    to: () => 10,
    from: 3,
    powerAt: (w, n, { groups, alpha }) => chiSquarePower({ w, n, degreesOfFreedom: groups - 1, alpha }),
  },
} satisfies Record<string, Design>;
type PowerDesign = keyof typeof POWER_DESIGNS;

export interface PowerResult {
  design: PowerDesign;
  /** Whose power it is. */
  test: string;
  effect: number | null;
  n: number | null;
  power: number;
  alpha: number;
}

/** Fills in what is missing: power from effect and n, n from the effect, or the smallest effect that n shows. */
export function planPower(flags: PowerFlags): PowerResult {
  const { design, effect, n, power, alpha } = flags;
  const { powerAt, to, from, test }: Design = POWER_DESIGNS[design];
  checkFlags(flags, to(flags), from);
  if (effect !== undefined && n !== undefined)
    return { design, test, effect, n, alpha, power: powerAt(effect, n, flags) };
  if (effect !== undefined) {
    const size = sampleSizeFor((candidate) => powerAt(effect, candidate, flags), { power, from });
    const whole = size === null ? null : Math.ceil(size - 1e-9);
    return { design, test, effect, n: whole, alpha, power: whole === null ? power : powerAt(effect, whole, flags) };
  }
  return {
    design,
    test,
    effect: detectableEffect((candidate) => powerAt(candidate, n!, flags), { power, to: to(flags) }),
    n: n!,
    power,
    alpha,
  };
}

function checkFlags({ effect, n }: PowerFlags, most: number, from: number): void {
  const problems = [
    ...(effect === undefined && n === undefined ? ["neither --effect nor --n: at least one is needed"] : []),
    ...(effect !== undefined && !(effect > 0 && effect <= most)
      ? [`--effect ${effect} is not above 0 and at most ${most}`]
      : []),
    ...(n !== undefined && n < from ? [`--n ${n} is below ${from}`] : []),
  ];
  if (problems.length > 0) throw new UserError("usage", "the power cannot be computed", { problems });
}

export function renderPower({ design, test, effect, n, power, alpha }: PowerResult): string {
  const { effect: meaning, unit } = POWER_DESIGNS[design];
  return [
    `design  ${design}, two-sided alpha ${alpha}`,
    `test    ${test}`,
    `effect  ${effect === null ? "none would be found" : `${Number(effect.toFixed(4))} (${meaning})`}`,
    `n       ${n === null ? "more than 10 million" : `${n} ${unit}`}`,
    `power   ${power.toFixed(3)}`,
  ].join("\n");
}
