import { z } from "zod";
import { testAllPairs } from "../../../measure/statistics/comparison/all-pairs.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { clusterOf } from "../../../scenarios/set/clusters.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { FAULT_DOCUMENTS, FAULT_QUERIES } from "../../../scenarios/set/suite-names.ts";
import { type Estimate, estimateSchema } from "../../record/domain/estimate.ts";
import { configurationName } from "../../record/domain/names.ts";
import { BASELINES } from "../baselines/registry.ts";
import { estimateValues, SHARE } from "../metrics/estimate.ts";
import { FAULT_METRICS, type FaultMetric, foundReports } from "../metrics/faults/found-reports.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import { differenceSchema, withSpread } from "./differences.ts";
import { pairedValues } from "./paired-values.ts";
import type { Scored } from "./scored.ts";

/** Which questions a row is about: a kind of query, or whether the duplicates share their words. */
const PARTS = ["all", ...FAULT_QUERIES, "alike", "unlike"] as const;
type Part = (typeof PARTS)[number];

function isOf({ template, faults }: Scenario, part: Part): boolean {
  return part === "all" || part === template || part === (faults?.alike ? "alike" : "unlike");
}

/** What two systems are tested by: a score of every execution, so that it has the same value everywhere. */
const COMPARED = "mrr@10";

const faultsSchema = z.strictObject({
  documents: z.enum(FAULT_DOCUMENTS).describe("what is sought: earlier reports, or patterns that hold them"),
  part: z
    .enum(PARTS)
    .describe("all questions; those of a kind of query; those of duplicates that share their words or do not"),
  systems: z.array(
    z.strictObject({
      system: z.string(),
      kind: z.enum(["configuration", "baseline"]),
      metrics: z.record(z.enum(FAULT_METRICS), estimateSchema),
    }),
  ),
  pairs: z
    .array(differenceSchema)
    .describe("MRR@10 of every two systems but bounds (chance, who knows the truth); Holm over these pairs"),
});
export type FaultsPart = z.infer<typeof faultsSchema>;

export const faults = defineAnalysis({
  name: "faults",
  schema: z
    .array(faultsSchema)
    .describe(
      "Of a set that asks whether a report was known: how each system finds the earlier ones. [] for other sets.",
    ),
  needs: [],
  compares: "configurations",
  compute: (scored) => (scored.scenarios.some(({ faults: asked }) => asked) ? analyseFaults(scored) : []),
  behind: { "*": null },
  table: (result, facts) =>
    result.length === 0
      ? null
      : {
          title: "Earlier reports of the same fault, and their patterns, found",
          caption: makeCaption(
            facts,
            "The last report of each group of linked duplicates is asked, by its summary, by keywords (its words of most weight), with its symptoms (summary and beginning of its text), and by what a program said in it (diagnostic). Expected are the reports filed before it, or patterns that hold one; patterns are of all reports that are not asked, so that they tell of what was filed later, too. Rankers see what was filed before it; agents see all that was not held out.",
            "Alike: the question's words and those of the nearest expected report have more in common than 999 of 1,000 pairs of reports drawn at random.",
            "CP@5: mean precision at the ranks to 5 that hold an expected report; CR@5: share of the expected ones among the first five. What nobody linked counts as wrong. 95 % intervals over reports, whose questions are one observation.",
          ),
          columns: [
            ...columnsShown("text", { documents: "Sought", part: "Questions", system: "System" }),
            ...columnsShown("decimal", { "mrr@10": "MRR@10", "hit@1": "Hit@1", "hit@5": "Hit@5" }, { interval: true }),
            ...columnsShown("decimal", { "context_precision@5": "CP@5", "context_recall@5": "CR@5" }),
            { key: "n", label: "n", format: "count" },
          ],
          rows: result.flatMap(({ documents, part, systems }) =>
            systems.map(({ system, metrics }) => ({
              ...metrics,
              ...{ documents, part },
              system: labelOf(system),
              n: metrics["mrr@10"].n,
            })),
          ),
        },
});

/** A baseline's label; a configuration is called as it is. */
export function labelOf(system: string): string {
  const known: Readonly<Record<string, { label: string }>> = BASELINES;
  return Object.hasOwn(known, system) ? known[system]!.label : system;
}

interface System {
  system: string;
  kind: "configuration" | "baseline";
  /** Whether it is tested against others: the truth and chance are bounds. */
  isBound: boolean;
  executions: readonly ScoredExecution[];
}

function analyseFaults({ configurations, baselines }: Scored): FaultsPart[] {
  const systems = [
    ...baselines.map(
      ({ name, executions }): System => ({
        ...{ system: name, kind: "baseline", executions },
        isBound: name === "random" || BASELINES[name].knows === "truth",
      }),
    ),
    ...configurations.map(
      ({ configuration, executions }): System => ({
        ...{ system: configurationName(configuration), kind: "configuration", executions },
        isBound: false,
      }),
    ),
  ];
  const kinds = FAULT_DOCUMENTS.flatMap((documents) => PARTS.map((part) => ({ documents, part })));
  return kinds.flatMap(({ documents, part }) => {
    const own = systems.map((one) => ({
      ...one,
      executions: one.executions.filter(
        ({ scenario }) => scenario.faults?.documents === documents && isOf(scenario, part),
      ),
    }));
    if (own.every(({ executions }) => executions.length === 0)) return [];
    return {
      ...{ documents, part },
      systems: own.map(({ system, kind, executions }) => ({
        system,
        kind,
        metrics: metricsOf(executions, [documents, part, system]),
      })),
      pairs: pairsAmong(own.filter(({ isBound }) => !isBound)),
    };
  });
}

function metricsOf(executions: readonly ScoredExecution[], name: readonly string[]): Record<FaultMetric, Estimate> {
  const found = executions.flatMap((execution) => {
    const values = foundReports(execution);
    return values ? [{ values, cluster: clusterOf(execution.scenario) }] : [];
  });
  const estimates = FAULT_METRICS.map((metric) => [
    metric,
    estimateValues({
      values: found.map(({ values }) => values[metric]),
      clusters: found.map(({ cluster }) => cluster),
      ...{ unscored: 0, range: SHARE, seed: ["faults", ...name, metric] },
    }),
  ]);
  return Object.fromEntries(estimates) as Record<FaultMetric, Estimate>;
}

/** Every two of them, on the questions that both have a value for. */
function pairsAmong(systems: readonly System[]): FaultsPart["pairs"] {
  const groups = new Map(systems.map(({ system, executions }) => [system, executions]));
  const tests = systems.flatMap((a, at) =>
    systems.slice(at + 1).map((b) => {
      const { values, clusters } = pairedValues([a.executions, b.executions], COMPARED);
      const { difference, n, p } = testAllPairs(values, { clusters })[0]!;
      return { first: a.system, second: b.system, difference, n, p, holm_p: null };
    }),
  );
  const adjusted = holm(tests.map(({ p }) => p));
  return tests.map((test, at) => withSpread({ ...test, holm_p: adjusted[at]! }, { groups, metric: COMPARED }));
}
