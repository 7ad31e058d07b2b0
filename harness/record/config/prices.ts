import micromatch from "micromatch";
import { compareText } from "../../../base/text-order.ts";
import { withJudgingModels } from "./judges.ts";
import type { PriceEntry } from "./model-schema.ts";
import type { Config } from "./schema.ts";

/**
 * The configuration with each model's price: its own, else that of `prices` by the provider's model id. The id itself goes
 * before patterns, a longer pattern before a shorter one. No prices are built in: they change by the month, and an old one
 * is worse than none.
 */
export function withPrices(config: Config): Config {
  const { prices } = config;
  if (!prices) return config;
  const priced = <T extends { model: string; price?: PriceEntry }>(entry: T): T => {
    const price = entry.price ?? findPrice(prices, entry.model);
    return price ? { ...entry, price } : entry;
  };
  return {
    ...config,
    models: config.models.map(priced),
    judges: withJudgingModels(config.judges, priced),
    ...(config.enrichment && { enrichment: { ...config.enrichment, model: priced(config.enrichment.model) } }),
  };
}

function findPrice(prices: Readonly<Record<string, PriceEntry>>, model: string): PriceEntry | undefined {
  const patterns = Object.keys(prices).sort((a, b) => b.length - a.length || compareText(a, b));
  const found =
    model in prices ? model : patterns.find((pattern) => micromatch.isMatch(model, pattern, { bash: true }));
  return found === undefined ? undefined : prices[found];
}
