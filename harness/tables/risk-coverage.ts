import { makeCaption } from "./caption.ts";
import type { MakeTable } from "./table.ts";

/** Would asking a person first where the evidence agrees least lower the risk of what is answered? */
export const riskCoverageTable: MakeTable = (input) => ({
  name: "risk_coverage",
  title: "Risk at coverage, by evidence agreement",
  caption: makeCaption(
    input,
    "Share of answers without a pass when only the given share of answers, those with the strongest evidence agreement, is counted.",
    "Falling from right to left: the signal is of use. Rising: it misleads. Excess: AURC above that of a perfect order.",
    "n: executions that recommend something and have a verdict.",
  ),
  columns: [
    { key: "configuration", label: "Configuration", show: "text" },
    { key: "risk_25", label: "25 %", show: "percent" },
    { key: "risk_50", label: "50 %", show: "percent" },
    { key: "risk_75", label: "75 %", show: "percent" },
    { key: "risk_100", label: "All", show: "percent" },
    { key: "aurc", label: "AURC", show: "share" },
    { key: "excess", label: "Excess", show: "share" },
    { key: "n", label: "n", show: "count" },
  ],
  rows: input.risk.map(({ configuration, risks, aurc, excess_aurc, n }) => ({
    configuration,
    ...Object.fromEntries(risks.map(({ coverage, risk }) => [`risk_${100 * coverage}`, risk])),
    aurc,
    excess: excess_aurc,
    n,
  })),
});
