import { makeCaption } from "../table-format/caption.ts";
import { JUDGE_AGREEMENT } from "../table-format/published/aggregates.ts";
import type { MakeTable } from "./make-table.ts";

/** Primary against calibration judge. */
export const judgeAgreementTable: MakeTable = (input) => ({
  title: "Agreement of primary and calibration judge",
  caption: makeCaption(
    input,
    "Executions that both judged. Interval: 95 %, whole scenarios resampled. p is Holm-corrected over all rows with a test, by a cluster-robust test (CR2, Satterthwaite) over scenarios; naive p: the study's, which treats executions of one scenario as independent.",
  ),
  columns: [
    { key: "on", label: "On", show: "text" },
    { key: "measure", label: "Measure", show: "text" },
    { key: "value", label: "Value", show: "signed" },
    { key: "low", label: "Low", show: "signed" },
    { key: "high", label: "High", show: "signed" },
    { key: "p", label: "p (Holm)", show: "p" },
    { key: "p_naive", label: "Naive p (Holm)", show: "p" },
    { key: "n", label: "n", show: "count" },
  ],
  published: JUDGE_AGREEMENT,
  rows: input.results.judge.agreement.map(({ naive_p, ...row }) => ({ ...row, p_naive: naive_p })),
});
