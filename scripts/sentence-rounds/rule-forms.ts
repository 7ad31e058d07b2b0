import type { GateConfig } from "../../harness/record/config/gate-schema.ts";
import type { RuleResult } from "../../harness/results/compare/gate/rule-result.ts";
import type { MetricComparison } from "../../harness/results/compare/metric-comparison.ts";
import type { PlainChange } from "./plain-change.ts";

/** Tests' p and intervals are taken as they are; all else is of the plain change. */
export type RuleRow = PlainChange & { row: MetricComparison };

export interface RuleFacts {
  rows: ReadonlyMap<string, RuleRow>;
  findings: readonly RuleResult[];
  identical: boolean;
  gate: GateConfig;
}

/** The rules of the default gate are of metrics of which more is better. */
export const lossOf = ({ change }: PlainChange) => -(change ?? 0);
export const isReal = ({ row }: RuleRow) => row.adjusted_p !== null && row.adjusted_p <= row.level;
export const matters = ({ gate }: RuleFacts, metric: string) => gate.metrics[metric]!.min_effect;

type RuleForm = [pattern: RegExp, holds: (match: RegExpExecArray, own: RuleRow, least: number) => boolean];

const near = (text: string, value: number) => Math.abs(Number(text) - value) <= 0.0005 + 1e-9;

const FORMS: readonly RuleForm[] = [
  [
    /^worse by ([\d.]+), of which ([\d.]+) matter; /,
    ([, loss, least], own, min) => near(loss!, lossOf(own)) && near(least!, min) && lossOf(own) >= min && isReal(own),
  ],
  [
    /^a loss that would matter, and may be chance/,
    (_, own, min) => lossOf(own) > 0 && lossOf(own) >= min && !isReal(own),
  ],
  [
    /^(\d+) scores? that the candidate lacks could hide a loss of [\d.]+; /,
    ([, lacking], own) => Number(lacking) === own.expected - own.pairs,
  ],
  [/^better by ([\d.]+); /, ([, gain], own) => near(gain!, -lossOf(own)) && lossOf(own) < 0 && isReal(own)],
  [
    /^a real loss, smaller than the [\d.]+ that matter/,
    (_, own, min) => lossOf(own) > 0 && lossOf(own) < min && isReal(own),
  ],
  [/^no difference[;,]/, (_, own) => Math.abs(lossOf(own)) < 1e-9],
  [/^no loss that matters[;,]/, (_, own, min) => lossOf(own) < min && Math.abs(lossOf(own)) > 1e-12],
  [/^identical: /, (_, own) => own.equal === own.scenarios],
  [
    /^(\d+) scenarios? (?:is|are) too few, (\d+) are needed /,
    ([, few, needed], own) => Number(few) === own.scenarios && own.scenarios < Number(needed),
  ],
  [
    /^(\d+) of (\d+) scores? (?:is|are) on both sides, /,
    ([, pairs, expected], own) => Number(pairs) === own.pairs && Number(expected) === own.expected,
  ],
];

/** Whether a rule's sentence is one that is known, and true. */
export function holdsRule(rule: string, message: string, facts: RuleFacts): boolean {
  const unscored = /^unscored of (.+)$/.exec(rule);
  if (unscored) return holdsUnscored(message, facts.rows.get(unscored[1]!)!);
  const own = facts.rows.get(rule);
  if (!own) return false;
  const size = /(\d+) scenarios?(?: \(\d+ distinct\))?, (\d+) pairs?$/.exec(message);
  if (size && (Number(size[1]) !== own.scenarios || Number(size[2]) !== own.pairs)) return false;
  const unseen = /but a loss of ([\d.]+) is not ruled out/.test(message);
  if (unseen && own.row.low !== null && own.row.low > -matters(facts, rule)) return false;
  return FORMS.some(([pattern, holds]) => {
    const match = pattern.exec(message);
    return match !== null && holds(match, own, matters(facts, rule));
  });
}

/** Of the candidate's executions, those without a score. */
function holdsUnscored(message: string, { expected, pairs }: RuleRow): boolean {
  const match = /^([\d.]+) % of (\d+), at most /.exec(message);
  if (!match) return false;
  const of = Number(match[2]);
  const without = Math.round((Number(match[1]) * of) / 100);
  return of <= expected && of - without === pairs;
}
