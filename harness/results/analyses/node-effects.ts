import { z } from "zod";
import { madeOf, namesOfOne, type Reranker, retrievalOf } from "../../../agent/contract/contract.ts";
import { grouped } from "../../../base/grouped.ts";
import { testAllPairs } from "../../../measure/statistics/comparison/all-pairs.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { workflowLabel } from "../../print/format.ts";
import { workflowSchema } from "../../record/domain/records.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import { differenceSchema, withSpread } from "./differences.ts";
import { pairedValues } from "./paired-values.ts";
import type { Scored } from "./scored.ts";

const NODES = [
  "listwise re-ranking",
  "cross-encoder",
  "rewriting",
  "grading",
  "grading and rewriting",
  "all nodes",
] as const;
const METRICS = ["ndcg@10", "recall@10", "functional_pass"] as const;

interface Contrast {
  node: (typeof NODES)[number];
  without: string;
  with: string;
}

const nodeEffectsSchema = differenceSchema.extend({
  node: z.enum(NODES),
  model: z.string(),
  metric: z.enum(METRICS),
  first: workflowSchema.describe("with the node"),
  second: workflowSchema.describe("without it"),
});

/** What one node does: the same questions with it and without it. */
export const nodeEffects = defineAnalysis({
  name: "node_effects",
  schema: z
    .array(nodeEffectsSchema)
    .describe(
      "Per model and metric, two workflows that differ in one node on the same scenarios, with minus without. Holm over all such pairs of a metric. [] where no such pair was run.",
    ),
  needs: [],
  compares: "configurations",
  compute: measureNodes,
  // Both sides of a difference, of workflows that are no levels of one factor.
  behind: { "*": null },
  table: (rows, facts) =>
    rows.length === 0
      ? null
      : {
          title: "What one node does",
          caption: makeCaption(
            facts,
            "Mean difference per scenario, with the node minus without it, its 95 % interval and on how many scenarios it is higher, equal and lower. p: paired test of the mean over scenarios, Holm over all these pairs of the metric.",
          ),
          columns: [
            ...columnsShown("text", {
              node: "Node",
              model: "Model",
              first: "With",
              second: "Without",
              metric: "Metric",
            }),
            ...columnsShown("decimal", { difference: "Difference", low: "Low", high: "High" }),
            { key: "holm_p", label: "p (Holm)", format: "p" },
            ...columnsShown("count", { wins: "Higher", ties: "Equal", losses: "Lower", n: "Scenarios" }),
          ],
          rows: rows.map((row) => ({ ...row, first: workflowLabel(row.first), second: workflowLabel(row.second) })),
        },
});

function measureNodes({ executions, config: { models, workflows } }: Scored): z.infer<typeof nodeEffectsSchema>[] {
  const run = contrastsOf(workflows);
  const byPart = grouped(executions, ({ record }) => `${record.model} ${record.workflow}`);
  return METRICS.flatMap((metric) => {
    const tests = models.flatMap(({ name: model }) =>
      run.map(({ node, ...pair }) => {
        const groups = new Map([pair.with, pair.without].map((name) => [name, byPart.get(`${model} ${name}`) ?? []]));
        const { values, clusters } = pairedValues([...groups.values()], metric);
        const [test] = testAllPairs(values, { clusters });
        const { difference, n, p } = test!;
        return { groups, node, model, metric, first: pair.with, second: pair.without, difference, n, p, holm_p: null };
      }),
    );
    const adjusted = holm(tests.map(({ p }) => p));
    return tests.map(({ groups, ...test }, at) => withSpread({ ...test, holm_p: adjusted[at]! }, { groups, metric }));
  });
}

/**
 * Pairs of workflows that differ in one node, or in all. Planned: which of them are tested does not follow from results. Of two names
 * of one configuration the first is compared.
 */
function contrastsOf(workflows: readonly string[]): Contrast[] {
  const distinct = namesOfOne(workflows).map(([first]) => first!);
  return distinct.flatMap((without) =>
    distinct.flatMap((added): Contrast[] => {
      const node = addedNode(madeUpOf(without), madeUpOf(added));
      return node === null ? [] : [{ node, without, with: added }];
    }),
  );
}

interface MadeUp {
  /** What is the same on both sides: the search and its depth, or the agent. */
  rest: string;
  grade: boolean;
  rewrite: boolean;
  rerank: Reranker | "none";
}

function madeUpOf(workflow: string): MadeUp {
  const { of, settings } = madeOf(workflow);
  const { grade = false, rewrite = false, answeredFrom = "all" } = retrievalOf(workflow) ?? {};
  return { rest: `${of} ${answeredFrom}`, grade, rewrite, rerank: settings.rerank ?? "none" };
}

/** What the second has more than the first; null where it lacks something, or has what no row is about. */
function addedNode(first: MadeUp, second: MadeUp): Contrast["node"] | null {
  const { rerank } = second;
  const isReranked = first.rerank === "none" && rerank !== "none";
  if (first.rest !== second.rest || (rerank !== first.rerank && !isReranked)) return null;
  const change = (["grade", "rewrite"] as const).map((name) => Number(second[name]) - Number(first[name])).join();
  if (isReranked && change === "0,0") return rerank === "cross_encoder" ? "cross-encoder" : "listwise re-ranking";
  if (isReranked) return change === "1,1" ? "all nodes" : null;
  return NODES_BY_CHANGE[change] ?? null;
}

const NODES_BY_CHANGE: Readonly<Record<string, Contrast["node"]>> = {
  "0,1": "rewriting",
  "1,0": "grading",
  "1,1": "grading and rewriting",
};
