import { COMPLEXITIES, FAMILIES, type Scenario } from "../../../scenarios/set/schema.ts";
import { colorOrder } from "../../record/config/matrix.ts";
import { configurationName } from "../../record/domain/names.ts";
import { distinctness } from "../../results/analyses/distinctness.ts";
import { headlineMetric } from "../../results/analyses/headline.ts";
import { sayGain } from "../../results/analyses/say-gain.ts";
import { significantPairsOf } from "../../results/analyses/significant-pairs.ts";
import { EXECUTION_METRICS } from "../../results/metrics/execution/registry.ts";
import { makeCaption } from "../../results/table-format/caption.ts";
import { BOARD_SHARES } from "./board-shares.ts";
import { makeFailures } from "./failures.ts";
import { makeFindings } from "./findings.ts";
import { describeJudge } from "./judge-validity.ts";
import { aboutTheJudge } from "./judge-words.ts";
import { makeNextSteps } from "./next-steps.ts";
import type { Site } from "./read-site.ts";
import type {
  About,
  FactorsData,
  JudgeData,
  OverviewData,
  RetrievalData,
  ScenariosData,
  StrategiesData,
} from "./site-data.ts";

/** What numbers of a page are made from: of the run, or of what the filters of a page select. */
export interface PageInput extends Pick<Site, "config" | "results"> {
  set: { scenarios: readonly Scenario[] };
}

export function makeOverviewData(site: PageInput): OverviewData {
  const { config, results, set } = site;
  const { summary, rankings } = results;
  const headline = headlineMetric(summary);
  const ranking = rankings.find(({ metric }) => metric === headline);
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
  const answerable = set.scenarios.filter((scenario) => scenario.answerable).length;
  return {
    models: colorOrder(config),
    headline,
    scenarios: summary.scenarios,
    distinct: distinctness(summary, answerable > 0),
    answerable,
    cells: summary.cells,
    configurations: summary.configurations.map((row) => ({
      ...row,
      metrics: only(row.metrics, BOARD_SHARES),
      bands: bands.get(configurationName(row)) ?? null,
      apart: ranking ? (apart.get(configurationName(row)) ?? []) : null,
      median_seconds: medianSeconds.get(configurationName(row)) ?? null,
    })),
    choices: choicesOf(site),
    rankers: results.baselines
      .filter(({ knows }) => knows === "question")
      .map(({ label, metrics }) => ({ label, metrics: only(metrics, BOARD_SHARES) })),
    findings: makeFindings(results),
    judge: describeJudge(results),
    failures: makeFailures(results),
    next: makeNextSteps(results),
    policies: summary.policies,
  };
}

/** The first page has nothing to load that it does not show. */
function only<T>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]!]] : [])));
}

/** Without the points of the figures, which have files of their own. */
export function makeJudgeData({ config, results }: PageInput): JudgeData {
  const { composite_vs_ir: _ir, primary_vs_calibration: _pairs, ...rest } = results.judge;
  const { judge_faults, judge_probes, judge_correction, meta_judge, human } = results;
  const instrument = { judge_faults, judge_probes, judge_correction, meta_judge, human };
  const about = aboutTheJudge(config, human);
  return { ...rest, ...instrument, stand_ins: results.summary.stand_in_judges, about };
}

export function makeFactorsData({ results }: PageInput): FactorsData {
  return { factors: results.factors };
}

/** What an agent gains, in sentences, and how long each took by kind of question. */
export function makeStrategiesData({ results }: PageInput): StrategiesData {
  return {
    gains: results.strategies.gains.map((gain) => ({ ...gain, text: sayGain(gain) })),
    times: results.timing.configurations.flatMap(({ model, workflow, knowledge, query_types = [] }) =>
      query_types.map((row) => ({ model, workflow, knowledge, ...row })),
    ),
  };
}

export function makeRetrievalData({ config, results }: PageInput): RetrievalData {
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

export function makeAbout(site: Site): About {
  const { results, config, manifest } = site;
  return {
    run: manifest.run_id,
    models: colorOrder(config),
    metrics: EXECUTION_METRICS.map(({ name }) => name),
    choices: choicesOf(site),
    notice: makeCaption({ config: { ...config, repeats: 1 }, results, syntheticCorpus: results.syntheticCorpus }),
  };
}

/** The filters offer only what this run has, external agents included. */
function choicesOf({ results, set }: PageInput): About["choices"] {
  const { configurations } = results.summary;
  const present = <T extends string>(known: readonly T[], of: (scenario: (typeof set.scenarios)[number]) => string) =>
    known.filter((value) => set.scenarios.some((scenario) => of(scenario) === value));
  return {
    model: [...new Set(configurations.map(({ model }) => model))],
    workflow: [...new Set(configurations.map(({ workflow }) => workflow))],
    knowledge: [...new Set(configurations.map(({ knowledge }) => knowledge))],
    family: present(FAMILIES, (scenario) => scenario.family),
    complexity: present(COMPLEXITIES, (scenario) => scenario.complexity),
    answerable: present(["true", "false"], (scenario) => String(scenario.answerable)),
  };
}
