import { z } from "zod";
import { retrievalOf } from "../../../agent/contract/contract.ts";
import { estimateSchema } from "../../record/domain/estimate.ts";
import { configuration as configurationFields, count } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { type ScoredExecution, scoreValue, wasExecuted } from "../metrics/scored-execution.ts";
import { EXECUTED, meanBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

const METRICS = [
  "ndcg@10",
  "recall@10",
  "functional_pass",
  "substantive",
  "fallback",
  "rewrites",
  "top_cosine",
  "mean_cosine@10",
  "context_precision@10",
  "rouge_l",
  "meteor_stem",
  "tokens_in",
] as const;

const levelsSchema = z.strictObject({
  ...configurationFields,
  executions: count,
  metrics: z.record(z.enum(METRICS), estimateSchema),
  errors: z
    .strictObject({ correct: count, misretrieval: count, fallback: count, unscored: count })
    .describe("answerable scenarios: named a relevant test case among the first ten, only others, none at all"),
});
type LevelRow = z.infer<typeof levelsSchema>;

/** Likeness of what was retrieved to the question, and of the answer to the reference. */
export const LIKENESS_COLUMNS = columnsShown("decimal", {
  top_cosine: "Top-1 cosine",
  "mean_cosine@10": "Mean cosine",
  "context_precision@10": "CP@10",
  rouge_l: "ROUGE-L",
  meteor_stem: "METEOR, stems",
});

/** What each configuration that retrieves, then answers comes to. */
export const levels = defineAnalysis({
  name: "levels",
  schema: z
    .array(levelsSchema)
    .describe(
      "Of the workflows that retrieve, then answer: quality, abstentions, likeness of what was retrieved, and the kind of error. [] without any.",
    ),
  needs: [],
  compute: ({ configurations }) =>
    configurations.filter(({ configuration }) => retrievalOf(configuration.workflow)).map(rowOf),
  behind: {
    executions: { ...EXECUTED, of: "n" },
    correct: null,
    misretrieval: null,
    none: null,
    "*": (_row, key) => meanBehind(key),
  },
  table: (rows, facts) =>
    rows.length === 0
      ? null
      : {
          title: "Retrieve, then answer: what each configuration comes to",
          caption: makeCaption(
            facts,
            "Fallback: ended with the fixed sentence, since nothing passed the grade. Substantive: recommends something. Cosines and CP (share of relevant test cases) of the first ten records retrieved last. ROUGE-L and METEOR (without synonyms) against the reference answer: they say nothing about whether it is right. Correct, misretrieval, none: answerable scenarios whose first ten name a relevant test case, only others, nothing.",
          ),
          columns: [
            ...CONFIGURATION_COLUMNS.slice(0, 2),
            ...columnsShown("decimal", { "ndcg@10": "NDCG@10", "recall@10": "R@10" }, { interval: true }),
            { key: "functional_pass", label: "Functional pass %", format: "percent", interval: true },
            ...columnsShown("percent", { fallback: "Fallback %", substantive: "Substantive %" }),
            { key: "rewrites", label: "Rewrites", format: "rating" },
            ...LIKENESS_COLUMNS,
            ...columnsShown("count", {
              correct: "Correct",
              misretrieval: "Misretrieval",
              none: "None",
              executions: "n",
            }),
          ],
          rows: rows.map(({ metrics, errors: { fallback: none, ...errors }, ...row }) => ({
            ...row,
            ...errors,
            ...metrics,
            none,
          })),
        },
});

function rowOf({ configuration, executions }: ScoredConfiguration): LevelRow {
  const name = `levels/${configurationName(configuration)}`;
  const estimates = METRICS.map((metric) => [metric, estimateMean(executions, metric, name)]);
  return {
    ...configuration,
    executions: executions.filter(wasExecuted).length,
    metrics: Object.fromEntries(estimates),
    errors: errorsOf(executions.filter(({ scenario }) => scenario.answerable && scenario.truth === undefined)),
  };
}

/** An execution that failed got nothing, and is unscored here: it is no error of retrieval. */
function errorsOf(executions: readonly ScoredExecution[]): LevelRow["errors"] {
  const classes = executions.map((execution) => {
    if (execution.record.outcome !== "success" || scoreValue(execution, "recall@10") === null) return "unscored";
    if (scoreValue(execution, "substantive") === 0) return "fallback";
    return scoreValue(execution, "recall@10")! > 0 ? "correct" : "misretrieval";
  });
  const countOf = (name: (typeof classes)[number]) => classes.filter((one) => one === name).length;
  return {
    correct: countOf("correct"),
    misretrieval: countOf("misretrieval"),
    fallback: countOf("fallback"),
    unscored: countOf("unscored"),
  };
}
