import { grouped } from "../../../base/grouped.ts";
import { COMPLEXITIES, FAMILIES } from "../../../scenarios/set/schema.ts";
import { type Layout, layoutGraph } from "../../dag/layout.ts";
import { type PublishedJudging, publishJudging } from "../../judge/kinds/published.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";
import { EXECUTION_METRICS } from "../../results/metrics/execution/registry.ts";
import { FACTS } from "./execution-facts.ts";
import { type DesignData, designOf } from "./pages/design.ts";
import type { Site } from "./read-site.ts";

/** How the run was measured, for its page Method. */
export interface MethodData {
  manifest: Manifest;
  graph: Layout;
  config: unknown;
  policies: string[];
  design: DesignData;
  metrics: { name: string; label: string; definition: string; better: string }[];
  unscored: { metric: string; reason: string; count: number }[];
  scenario_notes: string[];
  scenarios: { family: string; complexity: string; answerable: boolean; count: number }[];
  judging: PublishedJudging;
}

export function describeMethod({ manifest, config, results, unscored, set }: Site): MethodData {
  const strata = grouped(
    set.scenarios,
    ({ family, complexity, answerable }) => `${family}/${complexity}/${answerable}`,
  );
  return {
    manifest,
    graph: layoutGraph(),
    config,
    policies: results.summary.policies,
    design: designOf(config),
    metrics: [...EXECUTION_METRICS, ...FACTS.map((fact) => ({ ...fact, better: "neither" }))].map(
      ({ name, label, definition, better }) => ({ name, label, definition, better }),
    ),
    unscored: [...unscored],
    scenario_notes: manifest.scenarios?.notes ?? set.notes,
    judging: publishJudging(config),
    scenarios: [...strata.values()]
      .map((members) => ({ ...members[0]!, count: members.length }))
      .map(({ family, complexity, answerable, count }) => ({ family, complexity, answerable, count }))
      .sort(
        (a, b) =>
          FAMILIES.indexOf(a.family) - FAMILIES.indexOf(b.family) ||
          COMPLEXITIES.indexOf(a.complexity) - COMPLEXITIES.indexOf(b.complexity) ||
          Number(b.answerable) - Number(a.answerable),
      ),
  };
}
