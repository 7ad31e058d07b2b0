import type { BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { ChatOpenAI } from "@langchain/openai";
import { LONGEST_TIMER_MS } from "../../../base/longest-timer.ts";
import { readKey } from "../credentials.ts";
import { openAiChat } from "../openai-chat/index.ts";
import { openAiResponses } from "../openai-responses/index.ts";
import { withDetails } from "../transport/answer-details.ts";
import { type ModelOptions, transportOf } from "./model-options.ts";

/** OpenAI, and every server that speaks its chat or responses protocol. */
export function makeOpenAiModel(options: ModelOptions): ChatOpenAI {
  const { model, seed } = options;
  const usesResponses = model.api === "responses";
  return new DetailedOpenAi({
    model: model.model,
    apiKey: readKey(model, options.environment),
    temperature: model.temperature,
    ...(model.maxOutputTokens !== undefined && { maxTokens: model.maxOutputTokens }),
    // The responses protocol has no seed.
    ...(!usesResponses && { modelKwargs: { seed } }),
    // The transport streams where streams are wanted. Under `invoke`, the client would fetch a tokenizer from a web host.
    streaming: false,
    disableStreaming: true,
    useResponsesApi: usesResponses,
    maxRetries: 0,
    // The transport has the real limit.
    timeout: LONGEST_TIMER_MS,
    configuration: {
      ...(model.baseUrl !== undefined && { baseURL: model.baseUrl }),
      fetch: transportOf(options, usesResponses ? openAiResponses : openAiChat),
      maxRetries: 0,
    },
  });
}

/** Puts into messages what the client does not hand on. */
class DetailedOpenAi extends ChatOpenAI {
  override _generate(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: Parameters<ChatOpenAI["_generate"]>[2],
  ): Promise<ChatResult> {
    return withDetails(() => super._generate(messages, options, runManager));
  }

  /** The client's own makes one of its own class. */
  override withConfig(config: Parameters<ChatOpenAI["withConfig"]>[0]): ReturnType<ChatOpenAI["withConfig"]> {
    const bound = new DetailedOpenAi(this.fields);
    bound.defaultOptions = { ...this.defaultOptions, ...config };
    return bound as unknown as ReturnType<ChatOpenAI["withConfig"]>;
  }
}
