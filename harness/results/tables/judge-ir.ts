import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { makeCaption } from "../table-format/caption.ts";
import { JUDGE_IR } from "../table-format/published/aggregates.ts";
import { columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** Spearman's correlation of judge ratings with IR metrics, one row a pair. */
export const judgeIrTable: TableOfResults = {
  make: (input) => {
    const { judge_ir } = input.results.judge;
    const adjusted = holm(judge_ir.map(({ correlation }) => correlation.p));
    const naive = holm(judge_ir.map(({ correlation }) => correlation.naive_p));
    return {
      title: "Judge ratings against retrieval metrics (Spearman)",
      caption: makeCaption(
        input,
        "Answered, answerable scenarios with a verdict. Interval: 95 %, whole scenarios resampled.",
        "Stars: Holm-corrected p below 0.05 *, 0.01 **, 0.001 ***; p by a cluster-robust test (CR2, Satterthwaite) over scenarios. Naive p: the study's, which treats executions of one scenario as independent, Holm-corrected.",
      ),
      columns: [
        ...columnsShown("text", { judge: "Judge", metric: "Metric" }),
        { key: "rho", label: "Spearman", format: "decimal" },
        { key: "stars", label: "", format: "text" },
        ...columnsShown("decimal", { low: "Low", high: "High" }),
        ...columnsShown("p", { p_holm: "p (Holm)", p_naive_holm: "Naive p (Holm)" }),
        { key: "n", label: "n", format: "count" },
      ],
      published: JUDGE_IR,
      rows: judge_ir.map(({ judge, metric, correlation: { rho, low, high, n } }, index) => ({
        judge,
        metric,
        rho,
        stars: stars(adjusted[index] ?? null),
        low,
        high,
        p_holm: adjusted[index] ?? null,
        p_naive_holm: naive[index] ?? null,
        n,
      })),
    };
  },
};

function stars(p: number | null): string {
  if (p === null || p >= 0.05) return "";
  return p < 0.001 ? "***" : p < 0.01 ? "**" : "*";
}
