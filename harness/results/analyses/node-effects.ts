import { z } from "zod";
import { AGENTIC_WORKFLOWS } from "../../../agent/contract/contract.ts";
import { grouped } from "../../../base/grouped.ts";
import { testAllPairs } from "../../../measure/statistics/comparison/all-pairs.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { workflowLabel } from "../../print/format.ts";
import { workflowSchema } from "../../record/domain/records.ts";
import { makeCaption } from "../table-format/caption.ts";
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

/** Pairs of workflows that differ in one node, or in all. Planned: which of them are tested does not follow from results. */
const CONTRASTS: readonly Contrast[] = [
  ...["keyword_rag", "vector_rag", "hybrid_rag", "graph_rag", "graph_rag_oracle", ...AGENTIC_WORKFLOWS].flatMap(
    (search): Contrast[] => [
      { node: "listwise re-ranking", without: search, with: `${search}_llm_listwise` },
      { node: "cross-encoder", without: search, with: `${search}_cross_encoder` },
    ],
  ),
  { node: "listwise re-ranking", without: "corrective_no_rerank", with: "corrective_dense" },
  { node: "cross-encoder", without: "corrective_no_rerank", with: "corrective_dense_cross_encoder" },
  { node: "rewriting", without: "corrective_no_rewrite", with: "corrective_dense" },
  { node: "grading", without: "corrective_no_grade_rewrite", with: "corrective_no_rewrite" },
  { node: "grading and rewriting", without: "corrective_no_grade", with: "corrective_dense" },
  { node: "all nodes", without: "static_dense", with: "corrective_dense" },
  { node: "all nodes", without: "static_sparse", with: "corrective_sparse" },
];

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
            { key: "node", label: "Node", show: "text" },
            { key: "model", label: "Model", show: "text" },
            { key: "first", label: "With", show: "text" },
            { key: "second", label: "Without", show: "text" },
            { key: "metric", label: "Metric", show: "text" },
            { key: "difference", label: "Difference", show: "signed" },
            { key: "low", label: "Low", show: "signed" },
            { key: "high", label: "High", show: "signed" },
            { key: "holm_p", label: "p (Holm)", show: "p" },
            { key: "wins", label: "Higher", show: "count" },
            { key: "ties", label: "Equal", show: "count" },
            { key: "losses", label: "Lower", show: "count" },
            { key: "n", label: "Scenarios", show: "count" },
          ],
          rows: rows.map((row) => ({ ...row, first: workflowLabel(row.first), second: workflowLabel(row.second) })),
        },
});

function measureNodes({ executions, config: { models, workflows } }: Scored): z.infer<typeof nodeEffectsSchema>[] {
  const run = CONTRASTS.filter((contrast) => workflows.includes(contrast.with) && workflows.includes(contrast.without));
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
