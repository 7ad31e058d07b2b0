import { parseConfigurationName } from "../domain/names.ts";
import { decimal, pValue, workflowLabel } from "../drawing/format.ts";
import { isSignificant } from "./significant-pairs.ts";
import type { StrategyGain } from "./strategies.ts";

/**
 * The sentence a team needs: what an agent takes and gains for a kind of question, over the best strategy that retrieves one way.
 * A gain or a loss is said only where the corrected test shows one.
 */
export function sayGain({ query_type, first, second, tokens_ratio, cost_ratio, ...test }: StrategyGain): string {
  const [agent, strategy] = [first, second].map((name) => {
    const { workflow = name, model = "" } = parseConfigurationName(name) ?? {};
    return workflow === "own" ? model : workflowLabel(workflow);
  });
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

function gainOf({
  difference,
  low,
  high,
  holm_p,
  n,
}: Pick<StrategyGain, "difference" | "low" | "high" | "holm_p" | "n">): string {
  if (difference === null) return `was not compared (n = ${n})`;
  const facts = `${decimal(low)} to ${decimal(high)}, ${pValue(holm_p)}, n = ${n}`;
  if (!isSignificant({ holm_p })) return `no difference in NDCG@10 is shown (${decimal(difference)}, ${facts})`;
  return `${difference > 0 ? "gains" : "loses"} ${decimal(Math.abs(difference))} in NDCG@10 (${facts})`;
}

/** `9.1 times`; 40 and more without decimals. */
function times(ratio: number): string {
  return `${decimal(ratio, ratio >= 10 ? 0 : 1)} times`;
}
