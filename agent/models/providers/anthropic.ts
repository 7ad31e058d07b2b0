import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { LONGEST_TIMER_MS } from "../../../base/longest-timer.ts";
import { anthropicMessages } from "../anthropic/index.ts";
import { readKey } from "../credentials.ts";
import { withDetails } from "../transport/answer-details.ts";
import { type ModelOptions, transportOf } from "./model-options.ts";

/** Longest output asked for where the configuration names none; Anthropic demands a number. */
const DEFAULT_MAX_OUTPUT_TOKENS = 8_192;

export function makeAnthropicModel(options: ModelOptions): ChatAnthropic {
  const { model } = options;
  return new DetailedAnthropic({
    model: model.model,
    apiKey: readKey(model, options.environment),
    temperature: model.temperature,
    maxTokens: model.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
    streaming: false,
    disableStreaming: true,
    maxRetries: 0,
    ...(model.baseUrl !== undefined && { anthropicApiUrl: model.baseUrl }),
    // The transport has the real limit.
    clientOptions: { fetch: transportOf(options, anthropicMessages), maxRetries: 0, timeout: LONGEST_TIMER_MS },
  });
}

/** Puts into messages what the client does not hand on. */
class DetailedAnthropic extends ChatAnthropic {
  override _generate(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: Parameters<ChatAnthropic["_generate"]>[2],
  ): Promise<ChatResult> {
    return withDetails(() => super._generate(messages, options, runManager));
  }
}
