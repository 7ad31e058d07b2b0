import { z } from "zod";
import {
  aurc,
  excessAurc,
  riskAt,
  riskCoverage as riskCurve,
} from "../../../measure/statistics/selective/risk-coverage.ts";
import { count, configurationName as nameField, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { scoreValue } from "../metrics/scored-execution.ts";
import type { Target } from "../selection/target.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";

const SIGNAL = "evidence_agreement";
const COVERAGES = [0.25, 0.5, 0.75, 1] as const;

const riskCoverageSchema = z.strictObject({
  configuration: nameField,
  signal: z.string().describe("metric that answers are ordered by, highest first"),
  n: count.describe("executions that recommend something and have a verdict"),
  aurc: numberOrNull,
  excess_aurc: numberOrNull.describe("above that of a perfect order"),
  risks: z.array(z.strictObject({ coverage: z.number(), risk: numberOrNull })),
  curve: z.array(z.number()).describe("risk of the k most confident answers, k from 1 to n"),
});
export type RiskCoverage = z.infer<typeof riskCoverageSchema>;

const SIGNALLED: Target = { metric: `${SIGNAL},pass` };

export const riskCoverage = defineAnalysis({
  name: "risk_coverage",
  schema: z
    .array(riskCoverageSchema)
    .describe(
      "Per configuration, how often the answers with the strongest evidence agreement fail, at every coverage.",
    ),
  needs: [],
  compute: ({ configurations }) => analyseRisk(configurations),
  behind: {
    n: { ...SIGNALLED, of: "n" },
    aurc: { ...SIGNALLED, of: "area" },
    excess: { ...SIGNALLED, of: "excess area" },
    "*": (_, key) => ({ ...SIGNALLED, of: "risk", at: Number(key.replace("risk_", "")) / 100 }),
  },
  table: (result, facts) => ({
    title: "Risk at coverage, by evidence agreement",
    caption: makeCaption(
      facts,
      "Share of answers without a pass when only the given share of answers, those with the strongest evidence agreement, is counted.",
      "A curve that falls from right to left means a useful signal, a rising one a misleading signal. Excess: AURC above that of a perfect order.",
      "n: executions that recommend something and have a verdict.",
    ),
    columns: [
      { key: "configuration", label: "Configuration", format: "text" },
      ...columnsShown("percent", { risk_25: "25 %", risk_50: "50 %", risk_75: "75 %", risk_100: "All" }),
      ...columnsShown("decimal", { aurc: "AURC", excess: "Excess" }),
      { key: "n", label: "n", format: "count" },
    ],
    rows: result.map(({ configuration, risks, aurc: area, excess_aurc, n }) => ({
      configuration,
      ...Object.fromEntries(risks.map(({ coverage, risk }) => [`risk_${100 * coverage}`, risk])),
      aurc: area,
      excess: excess_aurc,
      n,
    })),
  }),
});

/**
 * If only the answers with the strongest evidence agreement were given and a person looked at the
 * rest, how often would the given ones fail? Error: no pass. Over executions that recommend something and have a verdict. A
 * signal without worth gives the same risk at every coverage; one that misleads gives more risk at less coverage.
 */
function analyseRisk(configurations: readonly ScoredConfiguration[]): RiskCoverage[] {
  return configurations.map(({ configuration, executions }) => {
    const rows = executions.flatMap((execution) => {
      const [confidence, pass] = [scoreValue(execution, SIGNAL), scoreValue(execution, "pass")];
      return confidence === null || pass === null ? [] : [{ confidence, error: 1 - pass }];
    });
    const confidences = rows.map(({ confidence }) => confidence);
    const errors = rows.map(({ error }) => error);
    const curve = riskCurve(confidences, errors);
    return {
      configuration: configurationName(configuration),
      signal: SIGNAL,
      n: rows.length,
      aurc: aurc(curve),
      excess_aurc: excessAurc(confidences, errors),
      risks: COVERAGES.map((coverage) => ({ coverage, risk: riskAt(curve, coverage) })),
      curve: [...curve.risks],
    };
  });
}
