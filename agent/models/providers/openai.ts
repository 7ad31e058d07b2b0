import { ChatOpenAI } from "@langchain/openai";
import { readKey } from "../credentials.ts";
import { openAiChat } from "../openai-chat/index.ts";
import { openAiResponses } from "../openai-responses/index.ts";
import { type ModelOptions, NEVER_MS, transportOf } from "./model-options.ts";

/** OpenAI, and every server that speaks its chat or responses protocol. */
export function makeOpenAiModel(options: ModelOptions): ChatOpenAI {
  const { model, seed } = options;
  const usesResponses = model.api === "responses";
  return new ChatOpenAI({
    model: model.model,
    apiKey: readKey(model, options.environment),
    temperature: model.temperature,
    ...(model.maxOutputTokens !== undefined && { maxTokens: model.maxOutputTokens }),
    // The responses protocol has no seed.
    ...(!usesResponses && { modelKwargs: { seed } }),
    __includeRawResponse: options.keepRawResponse ?? false,
    // The transport streams where streams are wanted. Under `invoke`, the client would fetch a tokenizer from a web host.
    streaming: false,
    disableStreaming: true,
    useResponsesApi: usesResponses,
    maxRetries: 0,
    timeout: NEVER_MS,
    configuration: {
      ...(model.baseUrl !== undefined && { baseURL: model.baseUrl }),
      fetch: transportOf(options, usesResponses ? openAiResponses : openAiChat),
      maxRetries: 0,
    },
  });
}
