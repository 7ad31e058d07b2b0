import { CONFIGURATION_FEATURES } from "../../../db/issues/issues.ts";
import type { PatternFacts } from "../../../db/issues/patterns.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { hypergeometric } from "../../../measure/statistics/intervals/finite-population.ts";

type Trigger = PatternFacts["triggers"][number];

const LEVEL = 0.05;

/**
 * By pattern: features that configurations of its reports have more often than those of all reports (Fisher's exact test, one-sided, by Holm
 * over all patterns and features). Reports without a configuration say nothing for or against.
 */
export function triggersOf(
  patterns: readonly { members: readonly string[] }[],
  artifacts: readonly Pick<Artifact, "id" | "meta">[],
): Trigger[][] {
  const featuresOf = new Map(
    artifacts.flatMap(({ id, meta }) => {
      const features = meta[CONFIGURATION_FEATURES];
      return Array.isArray(features) ? [[id, new Set(features.map(String))] as const] : [];
    }),
  );
  const all = [...featuresOf.values()];
  const countIn = (sets: readonly ReadonlySet<string>[], feature: string) =>
    sets.filter((set) => set.has(feature)).length;
  const tests = patterns.flatMap(({ members }, pattern) => {
    const own = members.flatMap((id) => featuresOf.get(id) ?? []);
    return [...new Set(own.flatMap((set) => [...set]))].map((feature) => {
      const found = { feature, reports: countIn(own, feature), of: own.length };
      const everywhere = { count: countIn(all, feature), population: all.length };
      return {
        pattern,
        trigger: { ...found, all: everywhere.count, of_all: all.length },
        p: atLeast(found, everywhere),
      };
    });
  });
  const adjusted = holm(tests.map(({ p }) => p));
  const kept = tests.filter((_, at) => adjusted[at]! < LEVEL).sort((a, b) => a.p - b.p);
  return patterns.map((_, at) => kept.filter(({ pattern }) => pattern === at).map(({ trigger }) => trigger));
}

/** Chance of so many or more of a feature among reports that are drawn from all. */
function atLeast(
  { reports, of }: { reports: number; of: number },
  { count, population }: { count: number; population: number },
): number {
  let sum = 0;
  for (let found = reports; found <= Math.min(of, count); found++)
    sum += hypergeometric(found, { population, sample: of, count });
  return Math.min(1, sum);
}
