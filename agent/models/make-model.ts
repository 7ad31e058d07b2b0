import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { currentThread } from "../../base/providers/recording/recording.ts";
import type { Provider } from "../contract.ts";
import { PolicyChatModel } from "../policy-models/chat-model.ts";
import { makeAnthropicModel } from "./providers/anthropic.ts";
import { makeGoogleModel } from "./providers/google.ts";
import type { ModelOptions } from "./providers/model-options.ts";
import { makeOpenAiModel } from "./providers/openai.ts";
import { RecordedChatModel } from "./recorded-model.ts";

/** A chat model for one execution. Keys come from the environment by name; nothing is contacted here. */
export function makeModel(options: ModelOptions): BaseChatModel {
  const { thread = currentThread(), model, seed } = options;
  const make = () => MAKERS[model.provider](options);
  return thread ? new RecordedChatModel({ thread, model, seed, make }) : make();
}

const MAKERS: Record<Provider, (options: ModelOptions) => BaseChatModel> = {
  policy: ({ model, seed }) => new PolicyChatModel({ profile: model.model, seed }),
  openai: makeOpenAiModel,
  anthropic: makeAnthropicModel,
  google: makeGoogleModel,
};
