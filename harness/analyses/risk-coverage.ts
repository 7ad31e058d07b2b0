import { configurationName } from "../domain/names.ts";
import type { RiskCoverage } from "../domain/summary.ts";
import { scoreValue } from "../metrics/scored-execution.ts";
import { aurc, excessAurc, riskAt, riskCoverage } from "../statistics/selective/risk-coverage.ts";
import type { ScoredConfiguration } from "./summary.ts";

const SIGNAL = "evidence_agreement";
const COVERAGES = [0.25, 0.5, 0.75, 1] as const;

/**
 * `metrics/risk_coverage.json`: if only the answers with the strongest evidence agreement were given and a person looked at the
 * rest, how often would the given ones fail? Error: no pass. Over executions that recommend something and have a verdict. A
 * signal without worth gives the same risk at every coverage; one that misleads gives more risk at less coverage.
 */
export function analyseRisk(configurations: readonly ScoredConfiguration[]): RiskCoverage[] {
  return configurations.map(({ configuration, executions }) => {
    const rows = executions.flatMap((execution) => {
      const [confidence, pass] = [scoreValue(execution, SIGNAL), scoreValue(execution, "pass")];
      return confidence === null || pass === null ? [] : [{ confidence, error: 1 - pass }];
    });
    const confidences = rows.map(({ confidence }) => confidence);
    const errors = rows.map(({ error }) => error);
    const curve = riskCoverage(confidences, errors);
    return {
      configuration: configurationName(configuration),
      signal: SIGNAL,
      n: rows.length,
      aurc: aurc(curve),
      excess_aurc: excessAurc(confidences, errors),
      risks: COVERAGES.map((coverage) => ({ coverage, risk: riskAt(curve, coverage) })),
      curve: curve.risks,
    };
  });
}
