import { configurationName } from "../domain/names.ts";
import type { DiscoveryRow, Estimate } from "../domain/summary.ts";
import { type FoundLinks, foundLinks } from "../metrics/discovery/found-links.ts";
import { estimateValues, SHARE } from "../metrics/estimate.ts";
import type { ScoredConfiguration } from "./summary.ts";

/**
 * `metrics/discovery.json`: what each configuration found of hidden links; of items that kept no link, of those that kept some, of
 * all. [] for a set that hides none. An execution without an answer found nothing: 0.
 */
export function analyseDiscovery(configurations: readonly ScoredConfiguration[]): DiscoveryRow[] {
  return configurations.flatMap(({ configuration, executions }) => {
    const found = executions.flatMap((execution) => {
      const links = foundLinks(execution);
      return links ? [{ ...links, some: (execution.scenario.discovery?.recorded_ids.length ?? 0) > 0 }] : [];
    });
    const groups = [
      { links: "none left" as const, rows: found.filter(({ some }) => !some) },
      { links: "some left" as const, rows: found.filter(({ some }) => some) },
      { links: "all" as const, rows: found },
    ];
    return groups
      .filter(({ rows }) => rows.length > 0)
      .map(({ links, rows }) => describe(configurationName(configuration), links, rows));
  });
}

function describe(configuration: string, links: DiscoveryRow["links"], rows: readonly FoundLinks[]): DiscoveryRow {
  const estimate = (name: keyof Omit<FoundLinks, "scenario">): Estimate => {
    const scored = rows.flatMap((row) => {
      const value = row[name];
      return value === null ? [] : [{ value, cluster: row.scenario }];
    });
    return estimateValues({
      values: scored.map(({ value }) => value),
      clusters: scored.map(({ cluster }) => cluster),
      unscored: rows.length - scored.length,
      range: SHARE,
      seed: ["discovery", configuration, links, name],
    });
  };
  return {
    configuration,
    links,
    recall10: estimate("recall10"),
    recall: estimate("recall"),
    retrieved: estimate("retrieved"),
    precision10: estimate("precision10"),
    echoed: estimate("echoed"),
    abstained: estimate("abstained"),
    chance10: rows.reduce((sum, { chance10 }) => sum + chance10, 0) / rows.length,
  };
}
