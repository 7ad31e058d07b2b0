export interface RiskCoverageCurve {
  /** `risks[k - 1]`: mean error of the k most confident answers. */
  risks: readonly number[];
  n: number;
}

/**
 * Risk when only the most confident answers are given (El-Yaniv & Wiener, JMLR 11, 2010). Within equal confidence the
 * errors are spread evenly: the mean over all orders, so the result does not depend on how rows were sorted.
 */
export function riskCoverage(confidences: readonly number[], errors: readonly number[]): RiskCoverageCurve {
  const order = confidences.map((_, i) => i).sort((a, b) => confidences[b]! - confidences[a]!);
  const risks: number[] = [];
  let sum = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && confidences[order[end]!] === confidences[order[start]!]) end++;
    const tied = order.slice(start, end).reduce((total, i) => total + errors[i]!, 0) / (end - start);
    for (let k = start; k < end; k++) {
      sum += tied;
      risks.push(sum / (k + 1));
    }
    start = end;
  }
  return { risks, n: order.length };
}

/** Area under the risk-coverage curve as the mean of all n risks (Geifman & El-Yaniv 2019). Null without answers. */
export function aurc({ risks, n }: RiskCoverageCurve): number | null {
  return n === 0 ? null : risks.reduce((sum, risk) => sum + risk, 0) / n;
}

/** The other common definition: trapezoids from coverage 1 / n to 1, divided by that width. Another number. Null below two answers. */
export function aurcTrapezoid({ risks, n }: RiskCoverageCurve): number | null {
  if (n < 2) return null;
  const inner = risks.reduce((sum, risk) => sum + risk, 0) - (risks[0]! + risks[n - 1]!) / 2;
  return inner / (n - 1);
}

/** AURC above that of the same errors in the best order: what the confidences lose. */
export function excessAurc(confidences: readonly number[], errors: readonly number[]): number | null {
  const value = aurc(riskCoverage(confidences, errors));
  const best = aurc(
    riskCoverage(
      errors.map((error) => -error),
      errors,
    ),
  );
  return value === null || best === null ? null : value - best;
}

/** Risk of the most confident share of answers, at least one: ceil(coverage n) of them. Null without answers. */
export function riskAt({ risks, n }: RiskCoverageCurve, coverage: number): number | null {
  return n === 0 ? null : risks[Math.max(1, Math.ceil(coverage * n - 1e-9)) - 1]!;
}

/** Largest share of answers whose risk is at most this; 0 when no share is. */
export function coverageAt({ risks, n }: RiskCoverageCurve, limit: number): number {
  const last = risks.findLastIndex((risk) => risk <= limit + 1e-12);
  return n === 0 ? 0 : (last + 1) / n;
}
