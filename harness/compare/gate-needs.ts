import { countOf } from "../../base/counts.ts";
import type { GateConfig } from "../config/gate-schema.ts";
import { ofGroup, tooFewScenarios } from "./gate/judge-metric.ts";
import { canonicalMetric } from "./metric-facts.ts";
import { runComparison } from "./request.ts";
import type { RunSource } from "./sources/run-source.ts";

const NAMED = 3;

/**
 * What a baseline lacks for the gate to decide anything by it: known the day that it is saved, and not only once a pull request ends with exit 4.
 * Null: nothing. It is held against itself, as another run of the same size would be.
 */
export function lacksForGate(saved: RunSource, config: GateConfig): string | null {
  const rules = Object.entries(config.metrics).filter(([name]) => canonicalMetric(name) in saved.provenance.metrics);
  if (rules.length === 0) return null;
  // By its fingerprints it would be identical with itself, and nothing tested.
  const bare = { ...saved, provenance: { ...saved.provenance, configurations: {} } };
  const { comparison } = runComparison({
    ...{ baseline: bare, candidate: bare, metrics: null, allow: [], gate: true },
    config: { ...config, metrics: Object.fromEntries(rules) },
  });
  const few = [...comparison.metrics, ...comparison.ruled].filter(
    (row) => row.expected > 0 && tooFewScenarios(row) !== null,
  );
  if (few.length === 0) return null;
  const named = few
    .slice(0, NAMED)
    .map(({ metric, group, distinct, fewest }) => `${metric}${ofGroup(group)} has ${distinct} of ${fewest}`);
  const more = few.length > NAMED ? ` and ${few.length - NAMED} more` : "";
  return `too few scenarios for ${countOf(few.length, "rule")} of the gate: ${named.join(", ")}${more}; until there are more, \`compare --gate\` ends with exit 4`;
}
