import { grouped } from "../../../db/base/grouped.ts";
import { COMPLEXITIES, FAMILIES } from "../../../scenarios/schema.ts";
import { configurationName } from "../../domain/names.ts";
import { EXECUTION_METRICS } from "../../metrics/execution/registry.ts";
import { makeFailures } from "./failures.ts";
import { makeFindings } from "./findings.ts";
import type { Site } from "./read-site.ts";
import type { JudgeData, MethodData, OverviewData } from "./site-data.ts";

export function makeOverviewData({ config, results, set }: Site): OverviewData {
  const { summary, rankings } = results;
  const bands = new Map(
    rankings
      .filter(({ metric }) => metric === "pass")
      .flatMap(({ order }) => order.map(({ configuration, band }) => [configuration, band] as const)),
  );
  return {
    models: config.models.map((model) => model.name),
    scenarios: summary.scenarios,
    answerable: set.scenarios.filter((scenario) => scenario.answerable).length,
    cells: summary.cells,
    configurations: summary.configurations.map((row) => ({ ...row, band: bands.get(configurationName(row)) ?? null })),
    findings: makeFindings(results),
    failures: makeFailures(results),
    policies: summary.policies,
  };
}

/** Without the points of the figures, which have files of their own. */
export function makeJudgeData({ results }: Site): JudgeData {
  const { compositeVsIr: _ir, primaryVsCalibration: _pairs, ...rest } = results.judge;
  return { ...rest, standIns: results.summary.standInJudges };
}

export function makeMethodData({ manifest, config, results, unscored, set }: Site): MethodData {
  const strata = grouped(
    set.scenarios,
    ({ family, complexity, answerable }) => `${family}/${complexity}/${answerable}`,
  );
  return {
    manifest,
    config,
    policies: results.summary.policies,
    metrics: EXECUTION_METRICS.map(({ name, label, definition, better }) => ({ name, label, definition, better })),
    unscored: [...unscored],
    scenarioNotes: set.notes,
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
