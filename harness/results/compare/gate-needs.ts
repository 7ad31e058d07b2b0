import { countOf } from "../../../base/counts.ts";
import type { GateConfig } from "../../record/config/gate-schema.ts";
import { canonicalMetric } from "./metric-facts.ts";
import { runComparison } from "./request.ts";
import type { RunSource } from "./sources/run-source.ts";

const NAMED = 3;

/**
 * What a baseline lacks for the gate to decide anything by it: known the day that it is saved, and not only once a pull request ends with
 * exit 4. Null: nothing. It is held against itself by the gate, as another run of the same size would be.
 */
export function lacksForGate(saved: RunSource, config: GateConfig): string | null {
  const { refused, rules } = heldAgainstItself(saved, config);
  const lacking = [...withoutMetric(saved, config), ...rules];
  if (refused.length + lacking.length === 0) return null;
  const more = lacking.length > NAMED ? `; and ${lacking.length - NAMED} more` : "";
  const what = refused.length > 0 ? "the gate" : `${countOf(lacking.length, "rule")} of the gate`;
  return `too little for ${what}: ${[...refused, ...lacking.slice(0, NAMED)].join("; ")}${more}. Until then \`compare --gate\` decides nothing`;
}

function withoutMetric({ provenance }: RunSource, { metrics }: GateConfig): string[] {
  return Object.keys(metrics)
    .filter((name) => !(canonicalMetric(name) in provenance.metrics))
    .map((name) => `${name}: the baseline does not hold it (\`--metrics\`)`);
}

function heldAgainstItself(saved: RunSource, config: GateConfig): { refused: string[]; rules: string[] } {
  const rules = Object.entries(config.metrics).filter(([name]) => canonicalMetric(name) in saved.provenance.metrics);
  if (rules.length === 0) return { refused: [], rules: [] };
  // By its fingerprints it would be identical with itself, and nothing tested.
  const bare = { ...saved, provenance: { ...saved.provenance, configurations: {} } };
  const { comparison, gate } = runComparison({
    ...{ baseline: bare, candidate: bare, metrics: null, allow: [], gate: true },
    config: { ...config, metrics: Object.fromEntries(rules) },
  });
  return {
    refused: comparison.refusals.map(({ problem }) => problem),
    rules: gate!.findings
      .filter(({ decision }) => decision === "not-comparable")
      .map(({ rule, message }) => `${rule}: ${message}`),
  };
}
