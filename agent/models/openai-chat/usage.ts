import { isCount, isObject, type JsonObject } from "../../../db/base/json-object.ts";
import type { ChatBody } from "./body.ts";

/**
 * Deviations: cached tokens as `prompt_cache_hit_tokens` (DeepSeek), at the top of usage (Together), or by Anthropic's
 * name (Doubleword) and not in `prompt_tokens_details`; null details; numbers that cannot be: negative, or no prompt at
 * all. Usage that cannot be is taken away, and the tokens are then estimated and marked as such.
 */
export function nameUsage(body: ChatBody): ChatBody {
  const { usage } = body;
  if (!isObject(usage) || !isPossible(usage)) return { ...body, usage: undefined };
  const prompt = known(usage.prompt_tokens_details);
  const cached =
    prompt.cached_tokens ?? usage.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cache_read_input_tokens;
  const details = { ...prompt, ...(isCount(cached) && { cached_tokens: cached }) };
  const total = Number(usage.prompt_tokens) + Number(usage.completion_tokens);
  return {
    ...body,
    usage: {
      ...usage,
      total_tokens: total,
      prompt_tokens_details: details,
      completion_tokens_details: known(usage.completion_tokens_details),
    },
  };
}

function isPossible({ prompt_tokens, completion_tokens }: JsonObject): boolean {
  return isCount(prompt_tokens) && prompt_tokens > 0 && isCount(completion_tokens);
}

/** The members that are not null: the client takes null for a number. */
function known(details: unknown): JsonObject {
  return isObject(details) ? Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null)) : {};
}
