import type { UsageMetadata } from "@langchain/core/messages";
import { isObject, type JsonObject, objectsOf } from "../../../base/json-object.ts";
import { countOf, usageOf } from "../transport/token-counts.ts";

/**
 * Tokens of a chat answer. Deviations: cached tokens as `prompt_cache_hit_tokens` (DeepSeek), at the top of usage (Together,
 * Moonshot), or by Anthropic's name (Doubleword) and not in `prompt_tokens_details`; names of the responses protocol; usage in
 * the choice (Moonshot) or in `x_groq`; null, negative, none.
 */
export function chatUsage(body: JsonObject): UsageMetadata | null {
  const told = usageIn(body);
  const prompt = detailsOf(told.prompt_tokens_details ?? told.input_tokens_details);
  const completion = detailsOf(told.completion_tokens_details ?? told.output_tokens_details);
  return usageOf({
    input: countOf(told.prompt_tokens, told.input_tokens),
    output: countOf(told.completion_tokens, told.output_tokens),
    total: countOf(told.total_tokens),
    cached: countOf(
      prompt.cached_tokens,
      told.cached_tokens,
      told.prompt_cache_hit_tokens,
      told.cache_read_input_tokens,
    ),
    cacheWrite: countOf(prompt.cache_write_tokens, prompt.cache_creation_tokens, told.cache_creation_input_tokens),
    reasoning: countOf(completion.reasoning_tokens, told.reasoning_tokens),
  });
}

/** Where servers put usage: the body, the choice, or Groq's own member of streams. */
export function usageIn({ usage, choices, x_groq }: JsonObject): JsonObject {
  const own = isObject(x_groq) ? x_groq.usage : undefined;
  return [usage, ...objectsOf(choices).map((choice) => choice.usage), own].find(isObject) ?? {};
}

function detailsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
