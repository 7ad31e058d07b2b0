import { OWN } from "../../agent/contract.ts";
import { parseConfigurationName } from "../domain/names.ts";
import { decimal, pValue, workflowLabel } from "../drawing/format.ts";
import { isSignificant } from "./significant-pairs.ts";
import type { StrategyGain } from "./strategies.ts";

/**
 * The sentence a team needs: what an agent takes and gains for a kind of question, over the best strategy that retrieves one way.
 * A gain or a loss is said only where the corrected test shows one.
 */
export function sayGain({ query_type, first, second, tokens_ratio, cost_ratio, ...test }: StrategyGain): string {
  const [one, other] = [sideOf(first), sideOf(second)];
  const isExternal = one.workflow === OWN;
  const agent = isExternal ? one.model : workflowLabel(one.workflow);
  const strategy = `${workflowLabel(other.workflow)}${isExternal ? ` by ${other.model}` : ""}`;
  const taken =
    cost_ratio !== null
      ? `costs ${times(cost_ratio)}`
      : tokens_ratio !== null
        ? `takes ${times(tokens_ratio)} the tokens of`
        : null;
  const price =
    taken === null
      ? `${agent} beside ${strategy}`
      : `${agent} ${cost_ratio !== null ? `${taken} as much as` : taken} ${strategy}`;
  return `For ${query_type} questions ${price}, and ${gainOf(test)}.`;
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
}: Pick<StrategyGain, "difference" | "low" | "high" | "holm_p" | "n">): string {
  if (difference === null) return `was not compared (n = ${n})`;
  const facts = `${decimal(low)} to ${decimal(high)}, ${pValue(holm_p)}, n = ${n}`;
  if (!isSignificant({ holm_p }))
    return `no difference in NDCG@10 is shown (${decimal(difference)} observed, ${facts})`;
  return `${difference > 0 ? "gains" : "loses"} ${decimal(Math.abs(difference))} in NDCG@10 (${facts})`;
}

/** `0.04 times`, `9.1 times`, `40 times`. */
function times(ratio: number): string {
  return `${decimal(ratio, ratio >= 10 ? 0 : ratio >= 1 ? 1 : 2)} times`;
}
