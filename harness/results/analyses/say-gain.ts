import { OWN } from "../../../agent/contract/contract.ts";
import { countOf } from "../../../base/counts.ts";
import { decimal, pValue, workflowLabel } from "../../print/format.ts";
import { parseConfigurationName } from "../../record/domain/names.ts";
import { isSignificant } from "./significant-pairs.ts";
import type { StrategyGain } from "./strategies.ts";

/**
 * The sentence a team needs: what an agent takes and gains for a kind of question, over the best strategy that retrieves one way.
 * A gain or a loss is said only where the corrected test shows one.
 */
export function sayGain({
  query_type,
  first,
  second,
  failed,
  tokens_ratio,
  cost_ratio,
  ...test
}: StrategyGain): string {
  const [one, other] = [sideOf(first), sideOf(second)];
  const isExternal = one.workflow === OWN;
  const agent = isExternal ? one.model : workflowLabel(one.workflow);
  const strategy = `${workflowLabel(other.workflow)}${isExternal ? ` by ${other.model}` : ""}`;
  const price =
    cost_ratio !== null
      ? `costs ${times(cost_ratio)} as much as ${strategy}, and`
      : tokens_ratio !== null
        ? `takes ${times(tokens_ratio)} the tokens of ${strategy}, and`
        : `is held against ${strategy}:`;
  const failures = [
    ...(failed.first > 0 ? [`${countOf(failed.first, "execution")} of ${agent} failed`] : []),
    ...(failed.second > 0 ? [`${countOf(failed.second, "execution")} of ${strategy} failed`] : []),
  ];
  return `For ${query_type} questions ${agent} ${price} ${[gainOf(test), ...failures].join("; ")}.`;
}

function sideOf(name: string): { model: string; workflow: string } {
  return parseConfigurationName(name) ?? { model: "", workflow: name };
}

function gainOf({
  difference,
  low,
  high,
  holm_p,
  n,
  fewest_scenarios,
}: Pick<StrategyGain, "difference" | "low" | "high" | "holm_p" | "n" | "fewest_scenarios">): string {
  if (difference === null) return `was not compared (n = ${n})`;
  const facts = `${decimal(low)} to ${decimal(high)}, ${pValue(holm_p)}, n = ${n}`;
  if (isSignificant({ holm_p }))
    return `${difference > 0 ? "gains" : "loses"} ${decimal(Math.abs(difference))} in NDCG@10 (${facts})`;
  const none = `no difference in NDCG@10 is shown (${decimal(difference)} observed, ${facts}`;
  return n < fewest_scenarios ? `${none}, too few: it takes ${fewest_scenarios} to show any)` : `${none})`;
}

/** `0.04 times`, `9.1 times`, `40 times`. */
function times(ratio: number): string {
  return `${decimal(ratio, ratio >= 10 ? 0 : ratio >= 1 ? 1 : 2)} times`;
}
