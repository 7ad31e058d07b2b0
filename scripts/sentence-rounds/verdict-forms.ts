import { isReal, lossOf, matters, type RuleFacts, type RuleRow } from "./rule-forms.ts";

type VerdictForm = [pattern: RegExp, holds: (match: RegExpExecArray, facts: RuleFacts) => boolean];

/** The one line that a comparison comes to. */
export const VERDICTS: readonly VerdictForm[] = [
  [/^not comparable: (?:coverage|scenarios)/, (_, { findings }) => findings.length === 0],
  [
    /^not comparable: too few scenarios or scores for (\d+) of (\d+) rules?$/,
    ([, few, of], facts) =>
      few !== "0" && Number(of) === facts.findings.length && isCount("not-comparable", few!, facts),
  ],
  [
    /^regression: (\d+) of (\d+) rules? broken \((.+)\)$/,
    ([, broken, of], facts) =>
      Number(of) === facts.findings.length &&
      isCount("regression", broken!, facts) &&
      facts.findings.every(({ decision, metric, rule }) =>
        metric === undefined
          ? decision !== "regression" || overCap(facts, rule)
          : (decision === "regression") === (isTested(facts, metric) && isBroken(facts, metric)),
      ),
  ],
  [
    /^inconclusive: no rule broken, but the data cannot tell for (\d+) of (\d+) \(/,
    ([, open, of], facts) =>
      Number(of) === facts.findings.length && isCount("inconclusive", open!, facts) && noneBroken(facts),
  ],
  [
    /^passed: none of (\d+) rules? broken, but a loss that matters could have gone unseen \((.+)\)$/,
    ([, of], facts) =>
      Number(of) === facts.findings.length &&
      noneBroken(facts) &&
      gated(facts).some(([metric, own]) => isBlind(facts, metric, own)),
  ],
  [
    /^passed: none of (\d+) rules? broken; identical: /,
    (_, facts) => facts.identical && [...facts.rows.values()].every(({ equal, scenarios }) => equal === scenarios),
  ],
  [
    /^passed: none of (\d+) rules? broken$/,
    ([, of], facts) =>
      Number(of) === facts.findings.length &&
      noneBroken(facts) &&
      gated(facts).every(([metric, own]) => !isBlind(facts, metric, own)),
  ],
];

function isCount(decision: string, count: string, { findings }: RuleFacts): boolean {
  return findings.filter((finding) => finding.decision === decision).length === Number(count);
}

function gated({ rows, gate }: RuleFacts): [string, RuleRow][] {
  return [...rows].filter(([metric]) => metric in gate.metrics);
}

function isBroken(facts: RuleFacts, metric: string): boolean {
  const own = facts.rows.get(metric)!;
  return isReal(own) && lossOf(own) > 0 && lossOf(own) >= matters(facts, metric);
}

/** With too few scenarios or scores a rule is not held against anything. */
function isTested({ findings }: RuleFacts, metric: string): boolean {
  return findings.every((finding) => finding.metric !== metric || finding.decision !== "not-comparable");
}

function noneBroken(facts: RuleFacts): boolean {
  return gated(facts).every(([metric]) => !isTested(facts, metric) || !isBroken(facts, metric));
}

/** The interval holds a loss that matters. */
function isBlind(facts: RuleFacts, metric: string, { row }: RuleRow): boolean {
  return row.low === null || -row.low >= matters(facts, metric);
}

function overCap({ rows, gate }: RuleFacts, rule: string): boolean {
  const own = rows.get(rule.replace("unscored of ", ""));
  return own !== undefined && (own.expected - own.pairs) / own.expected > gate.caps.unscored;
}
