import { grouped } from "../../../base/grouped.ts";
import { COMPLEXITIES, FAMILIES } from "../../../scenarios/schema.ts";
import { significantPairsOf } from "../../analyses/significant-pairs.ts";
import type { BreakdownRow } from "../../analyses/summary.ts";
import { colorOrder } from "../../config/matrix.ts";
import { layoutGraph } from "../../dag/layout.ts";
import { type Configuration, configurationName } from "../../domain/names.ts";
import { publishJudging } from "../../judges/published.ts";
import { EXECUTION_METRICS } from "../../metrics/execution/registry.ts";
import { makeCaption } from "../../tables/caption.ts";
import { BOARD_SHARES } from "./board-shares.ts";
import { FACTS } from "./execution-facts.ts";
import { makeFailures } from "./failures.ts";
import { makeFindings } from "./findings.ts";
import { describeJudge } from "./judge-validity.ts";
import { aboutTheJudge } from "./judge-words.ts";
import type { Site } from "./read-site.ts";
import type {
  About,
  FactorsData,
  JudgeData,
  MethodData,
  OverviewData,
  RetrievalData,
  ScenariosData,
} from "./site-data.ts";

/** What the leaderboard shows per family and complexity too. */
const PART_METRICS: readonly string[] = BOARD_SHARES.slice(0, 3);

export function makeOverviewData(site: Site): OverviewData {
  const { config, results, set } = site;
  const { summary, rankings } = results;
  const ranking = rankings.find(({ metric }) => metric === "functional_pass");
  const bands = new Map(ranking?.order.map(({ configuration, bands: own }) => [configuration, own]));
  const names = summary.configurations.map(configurationName);
  const apart = new Map(
    names.map((name) => [name, significantPairsOf(ranking, name).map(({ second }) => names.indexOf(second))] as const),
  );
  const medianSeconds = new Map(
    results.timing.configurations.map((row) => [
      configurationName(row),
      row.median_ms === null ? null : row.median_ms / 1000,
    ]),
  );
  return {
    models: colorOrder(config),
    scenarios: summary.scenarios,
    answerable: set.scenarios.filter((scenario) => scenario.answerable).length,
    cells: summary.cells,
    configurations: summary.configurations.map((row) => ({
      ...row,
      metrics: only(row.metrics, BOARD_SHARES),
      parts: partsOf(summary.breakdown, row),
      bands: bands.get(configurationName(row)) ?? null,
      apart: ranking ? (apart.get(configurationName(row)) ?? []) : null,
      median_seconds: medianSeconds.get(configurationName(row)) ?? null,
    })),
    choices: makeAbout(site).choices,
    rankers: results.baselines
      .filter(({ knows }) => knows === "question")
      .map(({ label, metrics }) => ({ label, metrics: only(metrics, BOARD_SHARES) })),
    findings: makeFindings(results),
    judge: describeJudge(results),
    failures: makeFailures(results),
    policies: summary.policies,
  };
}

/** The first page has nothing to load that it does not show. */
function only<T>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function partsOf(
  breakdown: readonly BreakdownRow[],
  of: Configuration,
): OverviewData["configurations"][number]["parts"] {
  const name = configurationName(of);
  const own = breakdown.filter((row) => PART_METRICS.includes(row.metric) && configurationName(row) === name);
  return Object.fromEntries(
    [...grouped(own, ({ by, level }) => `${by}/${level}`)].map(([part, rows]) => [
      part,
      Object.fromEntries(rows.map(({ metric, estimate }) => [metric, estimate])),
    ]),
  );
}

/** Without the points of the figures, which have files of their own. */
export function makeJudgeData({ config, results }: Site): JudgeData {
  const { composite_vs_ir: _ir, primary_vs_calibration: _pairs, ...rest } = results.judge;
  const { judge_faults, judge_probes, judge_correction, meta_judge, human } = results;
  const instrument = { judge_faults, judge_probes, judge_correction, meta_judge, human };
  const about = aboutTheJudge(config, human);
  return { ...rest, ...instrument, stand_ins: results.summary.stand_in_judges, about };
}

export function makeMethodData({ manifest, config, results, unscored, set }: Site): MethodData {
  const strata = grouped(
    set.scenarios,
    ({ family, complexity, answerable }) => `${family}/${complexity}/${answerable}`,
  );
  return {
    manifest,
    graph: layoutGraph(),
    config,
    policies: results.summary.policies,
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

export function makeFactorsData({ results }: Site): FactorsData {
  return { factors: results.factors };
}

export function makeRetrievalData({ config, results }: Site): RetrievalData {
  const { rankings, baselines, summary } = results;
  return { models: colorOrder(config), rankings, baselines, breakdown: summary.breakdown };
}

export function makeScenariosData({ config, results, set }: Site): ScenariosData {
  return {
    models: colorOrder(config),
    configurations: results.summary.configurations.map(({ model, workflow, knowledge }) => ({
      model,
      workflow,
      knowledge,
    })),
    scenarios: set.scenarios,
    metrics: EXECUTION_METRICS.map(({ name, label, unit, better }) => ({ name, label, unit, better })),
  };
}

/** The filters offer only what this run has, external agents included. */
export function makeAbout({ results, config, set, manifest }: Site): About {
  const { configurations } = results.summary;
  const present = <T extends string>(known: readonly T[], of: (scenario: (typeof set.scenarios)[number]) => string) =>
    known.filter((value) => set.scenarios.some((scenario) => of(scenario) === value));
  const choices = {
    model: [...new Set(configurations.map(({ model }) => model))],
    workflow: [...new Set(configurations.map(({ workflow }) => workflow))],
    knowledge: [...new Set(configurations.map(({ knowledge }) => knowledge))],
    family: present(FAMILIES, (scenario) => scenario.family),
    complexity: present(COMPLEXITIES, (scenario) => scenario.complexity),
    answerable: present(["true", "false"], (scenario) => String(scenario.answerable)),
  };
  return {
    models: colorOrder(config),
    metrics: EXECUTION_METRICS.map(({ name }) => name),
    choices,
    notice: makeCaption({ config: { repeats: 1 }, results, syntheticCorpus: manifest.synthetic_corpus }),
  };
}
