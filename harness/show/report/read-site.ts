import type { IdReader } from "../../../base/ids/id-reader.ts";
import type { CorpusPatterns } from "../../../db/issues/patterns.ts";
import type { Scenario, ScenarioSet } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Config } from "../../record/config/schema.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { type Manifest, readManifest } from "../../record/run-directory/manifest.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { readPatterns } from "../../record/run-directory/patterns.ts";
import { readResults } from "../../results/analyses/read-results.ts";
import type { Results } from "../../results/analyses/results.ts";
import { isNotApplicable } from "../../results/metrics/execution/metric.ts";
import type { Table } from "../../results/table-format/table.ts";
import { readTables } from "../../results/tables/read-tables.ts";
import { readComparison } from "./comparison.ts";
import type { CompareData } from "./site-data.ts";

/** What the report is made from, besides the records of single executions, which are read one configuration at a time. */
export interface Site {
  runDirectory: string;
  config: Config;
  manifest: Manifest;
  results: Results;
  tables: readonly Table[];
  set: ScenarioSet;
  scenarios: ReadonlyMap<string, Scenario>;
  /** Reads ids of the corpus out of texts. */
  ids: IdReader;
  /** Of the corpus; null where it has none. */
  patterns: CorpusPatterns | null;
  /** Against a baseline, where the report was asked for one and the scores are still those that were compared. */
  comparison: CompareData;
  /** Scores that are missing, by metric and reason; those that do not apply are left out. */
  unscored: readonly { metric: string; reason: string; count: number }[];
}

export async function readSite(runDirectory: string, config: Config): Promise<Site> {
  const [manifest, results, tables, set, ids, patterns] = await Promise.all([
    readManifest(runDirectory),
    readResults(runDirectory),
    readTables(runDirectory),
    readScenarioSet(runPath(runDirectory, "scenarios")),
    readRunIds(runDirectory),
    readPatterns(runDirectory),
  ]);
  const scenarios = new Map(set.scenarios.map((scenario) => [scenario.id, scenario]));
  return {
    runDirectory,
    config,
    manifest,
    results,
    tables,
    set,
    scenarios,
    ids,
    patterns,
    comparison: await readComparison(runDirectory, manifest),
    unscored: countUnscored(results.scores),
  };
}

function countUnscored(scores: Results["scores"]): Site["unscored"] {
  const counts = new Map<string, { metric: string; reason: string; count: number }>();
  for (const { scores: of } of scores)
    for (const [metric, { value, reason = "" }] of Object.entries(of)) {
      if (value !== null || isNotApplicable(reason)) continue;
      const entry = counts.get(`${metric} ${reason}`) ?? { metric, reason, count: 0 };
      entry.count++;
      counts.set(`${metric} ${reason}`, entry);
    }
  return [...counts.values()];
}
