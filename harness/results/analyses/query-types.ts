import { z } from "zod";
import { QUERY_TYPES, queryTypeOf } from "../../../scenarios/set/query-type.ts";
import { estimateSchema } from "../../record/domain/estimate.ts";
import { configuration as configurationFields, count } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { wasExecuted } from "../metrics/scored-execution.ts";
import { EXECUTED, meanBehind, ofQueryType } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

const METRICS = [
  "precision@5",
  "precision@10",
  "recall@5",
  "recall@10",
  "f1@5",
  "f1@10",
  "map",
  "mrr@10",
  "ndcg@10",
  "functional_pass",
] as const;

const queryTypesSchema = z.strictObject({
  ...configurationFields,
  query_type: z.enum(QUERY_TYPES),
  executions: count.describe("answerable or not; ranking metrics are over the answerable ones"),
  metrics: z.record(z.enum(METRICS), estimateSchema),
});
type QueryTypeRow = z.infer<typeof queryTypesSchema>;

/** Which way to retrieve serves which kind of question. */
export const queryTypes = defineAnalysis({
  name: "query_types",
  schema: z
    .array(queryTypesSchema)
    .describe("Retrieval by kind of question, for each configuration: what a strategy is good for."),
  needs: [],
  compute: ({ configurations }) => configurations.flatMap(byType),
  behind: {
    executions: (row) => ({ ...ofQueryType(row.query_type), ...EXECUTED, of: "n" }),
    "*": (row, key) => ({ ...ofQueryType(row.query_type), ...meanBehind(key) }),
  },
  table: (rows, facts) => ({
    title: "Retrieval by kind of question",
    caption: makeCaption(
      facts,
      "Identifier: look-ups, by id, name or filed attributes; conceptual: searches; structural: traceability, impact and comparisons; complex: whatever takes reasoning. Ranking metrics over answerable scenarios. Recall is the safety metric: what it misses is not run.",
    ),
    columns: [
      ...CONFIGURATION_COLUMNS,
      { key: "query_type", label: "Type", format: "text" },
      { key: "precision@10", label: "P@10", format: "decimal" },
      { key: "recall@10", label: "R@10", format: "decimal", interval: true },
      ...columnsShown("decimal", { "f1@10": "F1@10", map: "MAP", "mrr@10": "MRR@10" }),
      { key: "functional_pass", label: "Functional pass %", format: "percent" },
      { key: "executions", label: "n", format: "count" },
    ],
    rows: rows.map(({ metrics, ...row }) => ({ ...row, ...metrics })),
  }),
});

function byType({ configuration, executions }: ScoredConfiguration): QueryTypeRow[] {
  return QUERY_TYPES.flatMap((query_type) => {
    const part = executions.filter(({ scenario }) => queryTypeOf(scenario) === query_type);
    if (part.length === 0) return [];
    const name = `query-types/${configurationName(configuration)}/${query_type}`;
    const estimates = METRICS.map((metric) => [metric, estimateMean(part, metric, name)]);
    const metrics: QueryTypeRow["metrics"] = Object.fromEntries(estimates);
    return [{ ...configuration, query_type, executions: part.filter(wasExecuted).length, metrics }];
  });
}
