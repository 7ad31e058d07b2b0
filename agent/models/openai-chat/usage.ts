import type { UsageMetadata } from "@langchain/core/messages";
import { isObject, type JsonObject, objectsOf } from "../../../base/json-object.ts";
import { countOf, usageOf } from "../transport/token-counts.ts";

/**
 * Tokens of a chat answer. Deviations: cached tokens as `prompt_cache_hit_tokens` (DeepSeek), at the top of usage (Together,
 * Moonshot), or by Anthropic's name (Doubleword) and not in `prompt_tokens_details`; names of the responses protocol; usage in
 * the choice (Moonshot) or in `x_groq`; null, negative, none.
 */
export function chatUsage(body: JsonObject): UsageMetadata | null {
  const reported = usageIn(body);
  const prompt = detailsOf(reported.prompt_tokens_details ?? reported.input_tokens_details);
  const completion = detailsOf(reported.completion_tokens_details ?? reported.output_tokens_details);
  return usageOf({
    input: countOf(reported.prompt_tokens, reported.input_tokens),
    output: countOf(reported.completion_tokens, reported.output_tokens),
    total: countOf(reported.total_tokens),
    cached: countOf(
      prompt.cached_tokens,
      reported.cached_tokens,
      reported.prompt_cache_hit_tokens,
      reported.cache_read_input_tokens,
    ),
    cacheWrite: countOf(prompt.cache_write_tokens, prompt.cache_creation_tokens, reported.cache_creation_input_tokens),
    reasoning: countOf(completion.reasoning_tokens, reported.reasoning_tokens),
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
