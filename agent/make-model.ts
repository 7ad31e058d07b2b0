import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { currentThread } from "../base/providers/recording/recording.ts";
import type { Provider } from "./contract/contract.ts";
import { bindOnce } from "./models/bind-once.ts";
import type { ModelOptions } from "./models/providers/model-options.ts";
import { RecordedChatModel } from "./models/recorded-model.ts";

export type MakeModel = (options: ModelOptions) => BaseChatModel;

/** A chat model for one execution. Keys come from the environment by name; nothing is contacted here. */
export async function makeModel(options: ModelOptions): Promise<BaseChatModel> {
  return (await loadModels(options.model.provider))(options);
}

/** What makes the chat models of a provider. Its client is loaded here and not before: the three of LangChain are 400 modules. */
export async function loadModels(provider: Provider): Promise<MakeModel> {
  const makeOwn = await MAKERS[provider]();
  return (options) => {
    const { thread = currentThread(), model, seed } = options;
    const make = () => bindOnce(makeOwn(options));
    return thread ? bindOnce(new RecordedChatModel({ thread, model, seed, make })) : make();
  };
}

const MAKERS: Record<Provider, () => Promise<MakeModel>> = {
  policy: async () => {
    const { PolicyChatModel } = await import("./policy-models/chat-model.ts");
    return ({ model, seed }) => new PolicyChatModel({ profile: model.model, seed });
  },
  openai: async () => (await import("./models/providers/openai.ts")).makeOpenAiModel,
  anthropic: async () => (await import("./models/providers/anthropic.ts")).makeAnthropicModel,
  google: async () => (await import("./models/providers/google.ts")).makeGoogleModel,
};
