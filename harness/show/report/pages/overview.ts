import { colorOrder } from "../../../record/config/matrix.ts";
import type { Estimate } from "../../../record/domain/estimate.ts";
import { configurationName } from "../../../record/domain/names.ts";
import { distinctness } from "../../../results/analyses/distinctness.ts";
import { headlineMetric } from "../../../results/analyses/headline.ts";
import { significantPairsOf } from "../../../results/analyses/significant-pairs.ts";
import type { Summary } from "../../../results/analyses/summary.ts";
import { BOARD_SHARES } from "../board-shares.ts";
import { makeFailures } from "../failures.ts";
import { makeFindings } from "../findings.ts";
import { describeJudge } from "../judge-validity.ts";
import { makeNextSteps } from "../next-steps.ts";
import type { FailureRow, Finding, NextSteps, SidedFinding } from "../site-data.ts";
import type { FollowingPage, PageInput } from "./page.ts";

export interface OverviewData {
  /** In the order of the configuration: gives each its colour. */
  models: string[];
  /** What the page is headed by: the pass rate, or NDCG@10 where relevance is a judgement. */
  headline: ReturnType<typeof headlineMetric>;
  scenarios: number;
  /** In a sentence. */
  distinct: string;
  answerable: number;
  cells: number;
  /**
   * By the headline: its bands, of whose configurations no pair differs significantly, and the places in this list of those that it
   * differs significantly from; null when nothing was judged.
   */
  configurations: (Summary["configurations"][number] & {
    bands: number[] | null;
    apart: number[] | null;
    median_seconds: number | null;
  })[];
  /** Rankers without a model that know only the question: what a configuration has to beat. */
  rankers: { label: string; metrics: Record<string, Estimate> }[];
  findings: SidedFinding[];
  /** What is known of the judge's validity, in a sentence. */
  judge: Finding | null;
  failures: FailureRow[];
  next: NextSteps;
  policies: string[];
}

export const overviewPage: FollowingPage<OverviewData> = {
  file: "index",
  title: "Overview",
  data: { name: "overview", follows: true, make },
};

function make({ config, results, set }: PageInput): OverviewData {
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
    rankers: results.baselines
      .filter(({ knows }) => knows === "question")
      .map(({ label, metrics }) => ({ label, metrics: only(metrics, BOARD_SHARES) })),
    findings: makeFindings({ config, results }),
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
