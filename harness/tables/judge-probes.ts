import { makeCaption } from "./caption.ts";
import type { MakeTable } from "./table.ts";

/** Which faults the judges show on answers whose worth is known. */
export const judgeProbesTable: MakeTable = (input) => ({
  name: "judge_probes",
  title: "Probes of the judges",
  caption: makeCaption(
    input,
    "Answered executions, shown to the judge in edited forms with known right answers. Effect: mean over executions, 0 for an unbiased judge; interval: 95 %, whole scenarios resampled.",
    "A finding: the whole interval lies beyond the threshold. No finding is no proof of absence: look at the interval.",
  ),
  columns: [
    { key: "judge", label: "Judge", show: "text" },
    { key: "probe", label: "Probe", show: "text" },
    { key: "effect", label: "Effect", show: "signed" },
    { key: "low", label: "Low", show: "signed" },
    { key: "high", label: "High", show: "signed" },
    { key: "threshold", label: "Threshold", show: "signed" },
    { key: "finding", label: "Finding", show: "text" },
    { key: "n", label: "n", show: "count" },
    { key: "blocked", label: "Blocked", show: "count" },
    { key: "unit", label: "Unit", show: "text" },
  ],
  rows: input.probes.flatMap(({ judge, probes }) =>
    probes.map(({ probe, effect, low, high, threshold, finding, no_finding, n, blocked, unit }) => ({
      ...{ judge, probe, effect, low, high, threshold, n, blocked, unit },
      finding: finding ?? (no_finding ? "(too few)" : "-"),
    })),
  ),
});
