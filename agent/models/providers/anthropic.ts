import { ChatAnthropic } from "@langchain/anthropic";
import { anthropicMessages } from "../anthropic/index.ts";
import { readKey } from "../credentials.ts";
import { type ModelOptions, NEVER_MS, transportOf } from "./model-options.ts";

/** Longest output asked for where the configuration names none; Anthropic demands a number. */
const DEFAULT_MAX_OUTPUT_TOKENS = 8_192;

export function makeAnthropicModel(options: ModelOptions): ChatAnthropic {
  const { model } = options;
  return new ChatAnthropic({
    model: model.model,
    apiKey: readKey(model, options.environment),
    temperature: model.temperature,
    maxTokens: model.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
    streaming: false,
    disableStreaming: true,
    maxRetries: 0,
    ...(model.baseUrl !== undefined && { anthropicApiUrl: model.baseUrl }),
    clientOptions: { fetch: transportOf(options, anthropicMessages), maxRetries: 0, timeout: NEVER_MS },
  });
}
