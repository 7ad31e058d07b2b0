import {
  aliasesOf,
  chooseFraction,
  fractionRuns,
  type TwoLevelFraction,
} from "../../../../measure/statistics/factorial/fraction.ts";
import type { Config } from "../schema.ts";

type Design = NonNullable<Config["design"]>;
type DeclaredFraction = NonNullable<Design["fraction"]>;

/** The configuration with the generators of its fraction: a better search later changes no run. */
export function withGenerators(config: Config): Config {
  const { design } = config;
  if (!design?.fraction || design.fraction.generators) return config;
  const { of, resolution } = design.fraction;
  const found = chooseFraction(of.length, resolution);
  if (!found) return config;
  const base = of.length - found.generators.length;
  const generators = Object.fromEntries(
    found.generators.map((word, at) => [of[base + at]!, of.filter((_, factor) => (word >> factor) & 1)]),
  );
  return { ...config, design: { ...design, fraction: { ...design.fraction, generators } } };
}

/** Levels by their places, `runs[run][factor]` in the order of `of`. Needs generators. */
export function runsOf(fraction: DeclaredFraction): number[][] {
  return fractionRuns(asWords(fraction));
}

/** What a factor's effect cannot be told from: products of up to two others of the fraction, `grade x depth`. [] for one that is no part of it. */
export function aliasNames(fraction: DeclaredFraction | undefined, factor: string): string[] {
  if (!fraction) return [];
  const { of } = fraction;
  const place = of.indexOf(factor);
  if (place < 0) return [];
  return aliasesOf(1 << place, asWords(fraction)).map((word) => of.filter((_, at) => (word >> at) & 1).join(" x "));
}

function asWords({ of, generators = {} }: DeclaredFraction): Pick<TwoLevelFraction, "factors" | "generators"> {
  const base = of.length - Object.keys(generators).length;
  const words = of
    .slice(base)
    .map((name) => of.reduce((word, one, at) => (generators[name]?.includes(one) ? word | (1 << at) : word), 0));
  return { factors: of.length, generators: words };
}
