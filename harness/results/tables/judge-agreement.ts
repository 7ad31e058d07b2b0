import { makeCaption } from "../table-format/caption.ts";
import { JUDGE_AGREEMENT } from "../table-format/published/aggregates.ts";
import { columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** Primary against calibration judge. */
export const judgeAgreementTable: TableOfResults = {
  make: (input) => ({
    title: "Agreement of primary and calibration judge",
    caption: makeCaption(
      input,
      "Executions that both judged. Interval: 95 %, whole scenarios resampled. p is Holm-corrected over all rows with a test, by a cluster-robust test (CR2, Satterthwaite) over scenarios; naive p: the study's, which treats executions of one scenario as independent.",
    ),
    columns: [
      ...columnsShown("text", { on: "On", measure: "Measure" }),
      ...columnsShown("decimal", { value: "Value", low: "Low", high: "High" }),
      ...columnsShown("p", { p: "p (Holm)", p_naive: "Naive p (Holm)" }),
      { key: "n", label: "n", format: "count" },
    ],
    published: JUDGE_AGREEMENT,
    rows: input.results.judge.agreement.map(({ naive_p, ...row }) => ({ ...row, p_naive: naive_p })),
  }),
};
