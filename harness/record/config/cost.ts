import type { TokenUsage } from "../../../agent/contract/contract.ts";
import { costOf as priced } from "../../../agent/models/cost.ts";
import type { Config } from "./schema.ts";
import { toPrice } from "./to-agent.ts";

/** US dollars of some tokens by a model's price; null when the price is unknown. A policy model costs nothing. */
export function costOf(
  config: Pick<Config, "models">,
  modelName: string,
  usage: Pick<TokenUsage, "input" | "output" | "cachedInput" | "cacheWrite"> | null,
): number | null {
  const model = config.models.find((entry) => entry.name === modelName);
  if (model?.provider === "policy") return 0;
  return usage && priced(toPrice(model?.price), usage);
}
