import type { AIMessage } from "@langchain/core/messages";
import type { TokenUsage } from "../contract/contract.ts";

/** No tokens yet. */
export const NO_USAGE: TokenUsage = { input: 0, output: 0, estimated: false };

/** `usage` with the tokens of one more message. What a provider does not tell apart stays absent, which is not 0. */
export function addUsage(usage: TokenUsage, message: AIMessage): TokenUsage {
  const reported = message.usage_metadata;
  const { cache_read, cache_creation } = reported?.input_token_details ?? {};
  return {
    input: usage.input + (reported?.input_tokens ?? 0),
    output: usage.output + (reported?.output_tokens ?? 0),
    estimated: usage.estimated || isEstimated(message),
    ...sum("cachedInput", usage.cachedInput, cache_read),
    ...sum("cacheWrite", usage.cacheWrite, cache_creation),
    ...sum("reasoning", usage.reasoning, reported?.output_token_details?.reasoning),
  };
}

/** True when the tokens of a message were counted here, because the provider did not say. */
function isEstimated(message: AIMessage): boolean {
  return message.response_metadata.usage_estimated === true;
}

type Detail = "cachedInput" | "cacheWrite" | "reasoning";

function sum(name: Detail, before: number | undefined, more: number | undefined): Partial<Record<Detail, number>> {
  return before === undefined && more === undefined ? {} : { [name]: (before ?? 0) + (more ?? 0) };
}
