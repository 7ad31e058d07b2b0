import { configurationOf } from "../../record/domain/names.ts";
import { DIMENSIONS } from "../../record/domain/records.ts";
import { nBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { JUDGE_RESULTS } from "../table-format/published/per-configuration.ts";
import { CONFIGURATION_COLUMNS, type Column, columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** Pass rate, composite and dimension means per configuration. */
export const judgeResultsTable: TableOfResults = {
  behind: { n: nBehind("pass"), unscored: { metric: "pass", has: "unscored", of: "n" } },
  make: (input) => ({
    title: "Judge results per configuration",
    caption: makeCaption(
      input,
      "Primary judge. Its pass rate with 95 % interval; failed executions do not pass and have overall score 0.",
      "Dimensions (1 to 5) are over answers with a verdict; blocked verdicts are unscored.",
    ),
    columns: [
      ...CONFIGURATION_COLUMNS,
      { key: "pass", label: "Judge's pass %", format: "percent", interval: true },
      { key: "overall_score", label: "Overall", format: "decimal" },
      ...DIMENSIONS.map((key): Column => ({ key, label: LABELS[key], format: "rating" })),
      ...columnsShown("count", { n: "n", unscored: "Unscored" }),
    ],
    published: JUDGE_RESULTS,
    rows: input.results.summary.configurations.map(({ metrics, ...of }) => ({
      ...configurationOf(of),
      pass: metrics.pass ?? null,
      overall_score: metrics.overall_score ?? null,
      ...Object.fromEntries(DIMENSIONS.map((name) => [name, metrics[name] ?? null])),
      n: metrics.pass?.n ?? 0,
      unscored: metrics.pass?.unscored ?? 0,
    })),
  }),
};

const LABELS = {
  completeness: "Completeness",
  relevance: "Relevance",
  coherence: "Coherence",
  evidence_grounding: "Evidence",
};
