import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { ChatOpenAI } from "@langchain/openai";
import { makeRandom } from "../../db/base/random.ts";
import type { ModelConfig, Provider } from "../contract.ts";
import { readKey } from "./credentials.ts";
import { PolicyChatModel } from "./policy/chat-model.ts";
import { makeRetryingFetch } from "./retrying-fetch.ts";

export interface ModelOptions {
  model: ModelConfig;
  seed: number;
  environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds left of the running turn. */
  remainingMs: () => number;
  /** Keep the provider's answer beside the message (`additional_kwargs.__raw_response`): the client drops OpenAI's `refusal`. */
  keepRawResponse?: boolean;
}

/** Longest output asked for where the configuration names none; Anthropic demands a number. */
const DEFAULT_MAX_OUTPUT_TOKENS = 8_192;

/** A chat model for one execution. Keys come from the environment by name; nothing is contacted here. */
export function makeModel(options: ModelOptions): BaseChatModel {
  return MAKERS[options.model.provider](options);
}

const MAKERS: Record<Provider, (options: ModelOptions) => BaseChatModel> = {
  policy: ({ model, seed }) => new PolicyChatModel({ profile: model.model, seed }),
  openai: (options) => {
    const { model, seed } = options;
    return new ChatOpenAI({
      model: model.model,
      apiKey: readKey(model, options.environment),
      temperature: model.temperature,
      ...(model.maxOutputTokens !== undefined && { maxTokens: model.maxOutputTokens }),
      modelKwargs: { seed },
      __includeRawResponse: options.keepRawResponse ?? false,
      // Under `invoke`, streaming would fetch a tokenizer from a web host.
      streaming: false,
      disableStreaming: true,
      useResponsesApi: false,
      maxRetries: 0,
      timeout: NEVER_MS,
      configuration: {
        ...(model.baseUrl !== undefined && { baseURL: model.baseUrl }),
        fetch: retrying(options),
        maxRetries: 0,
      },
    });
  },
  anthropic: (options) => {
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
      clientOptions: { fetch: retrying(options), maxRetries: 0, timeout: NEVER_MS },
    });
  },
};

/** The clients' own limits are out of the way (24 days, the largest timer): the retrying fetch has the real one. */
const NEVER_MS = 2 ** 31 - 1;

function retrying({ model, seed, remainingMs }: ModelOptions): typeof fetch {
  return makeRetryingFetch({
    maxRetries: model.maxRetries,
    requestTimeoutMs: model.requestTimeoutMs,
    remainingMs,
    random: makeRandom("retry", seed, model.name),
  });
}
