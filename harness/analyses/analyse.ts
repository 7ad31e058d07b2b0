import { ANALYSES, type AnalysisResults } from "./registry.ts";
import type { Scored } from "./scored.ts";

/** The results of every analysis. What does not fit its published schema is a bug and is not given. */
export function analyse(scored: Scored): AnalysisResults {
  const results: Record<string, unknown> = {};
  for (const { name, schema, needs, compute } of ANALYSES) {
    const earlier = Object.fromEntries(needs.map((need) => [need.name, results[need.name]]));
    results[name] = schema.parse(compute(scored, earlier));
  }
  return results as AnalysisResults;
}
