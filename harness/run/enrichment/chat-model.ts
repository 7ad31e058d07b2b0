import type { ModelConfig, TokenUsage } from "../../../agent/contract/contract.ts";
import { costOf } from "../../../agent/models/cost.ts";
import { NO_USAGE } from "../../../agent/models/usage.ts";
import type { Enrichment, EnrichmentModel } from "../../../db/enrichment/enrichment.ts";
import type { EnrichmentUsage } from "../../../db/ports/substrate-manifest.ts";
import { ask } from "../../judge/judges/llm/ask.ts";
import { describeFault, JudgeFault } from "../../judge/judges/llm/faults.ts";

/** A chat model as the enrichment asks it: a fresh context and a form for each text, as judges are asked. */
export function chatEnrichmentModel<T = Enrichment>(
  model: ModelConfig,
  environment: Readonly<Record<string, string | undefined>>,
): EnrichmentModel<T> {
  return {
    id: enrichmentModelId(model),
    async ask(question, signal) {
      try {
        const { value, servedModel, tokens } = await ask(model, question, { environment, seed: 0, signal });
        return { type: "answered", value, servedModel, usage: usageOf(tokens, model) };
      } catch (error) {
        if (!(error instanceof JudgeFault)) throw error;
        return {
          type: "failed",
          reason: error.code,
          message: describeFault(error),
          usage: usageOf(error.tokens, model),
        };
      }
    },
  };
}

export function enrichmentModelId({ provider, model }: ModelConfig): string {
  return `${provider}/${model}`;
}

/** A question that got no answer took nothing that anybody counted. */
function usageOf(tokens: TokenUsage | null, { price }: ModelConfig): EnrichmentUsage {
  const usage = tokens ?? NO_USAGE;
  return { tokens_in: usage.input, tokens_out: usage.output, cost_usd: costOf(price, usage) };
}
