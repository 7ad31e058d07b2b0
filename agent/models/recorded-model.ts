import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import type { RecordedAnswer, RecordingThread } from "../../base/providers/recording/recording.ts";
import type { ModelConfig, Provider } from "../contract/contract.ts";
import { fromRecordedError, type RecordedError, toRecordedError } from "./recorded-error.ts";
import { fromRecordedAnswer, itemOf, type RecordedAnswerRest, toRecordedAnswer } from "./recorded-message.ts";

interface RecordedModelOptions {
  thread: RecordingThread;
  model: ModelConfig;
  seed: number;
  /** Makes the model behind the recording, when the first call goes to it. */
  make: () => BaseChatModel;
}

/** Tools and options as an agent bound them. */
interface Bound {
  tools: readonly BindToolsInput[];
  options: Partial<BaseChatModelCallOptions>;
}

/** A chat model whose calls go over a recording: recorded as they are answered, or answered from the record without the model. */
export class RecordedChatModel extends BaseChatModel {
  readonly #options: RecordedModelOptions;
  readonly #bound: Bound;
  #inner: BaseChatModel | undefined;

  constructor(options: RecordedModelOptions, bound: Bound = { tools: [], options: {} }) {
    super({});
    this.#options = options;
    this.#bound = bound;
  }

  override _llmType(): string {
    return "recorded";
  }

  /** As the model behind it is called: libraries go by it. */
  override getName(): string {
    return CLASS_NAMES[this.#options.model.provider];
  }

  override bindTools(tools: BindToolsInput[], options: Partial<BaseChatModelCallOptions> = {}): RecordedChatModel {
    return new RecordedChatModel(this.#options, { tools, options });
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const request = { parts: this.#parts(options), items: messages.map(itemOf) };
    const answer = await this.#options.thread.call(request, () => this.#ask(messages, options));
    const said = answer.rest as RecordedAnswerRest | { error: RecordedError };
    if ("error" in said) throw fromRecordedError(said.error);
    const message = fromRecordedAnswer(answer.item, said);
    return { generations: [{ text: message.text, message }] };
  }

  /** What the model said, or how it failed. A call that its own caller ended has neither. */
  async #ask(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<RecordedAnswer> {
    this.#inner ??= this.#options.make();
    const { tools, options: bound } = this.#bound;
    const model = tools.length > 0 ? this.#inner.bindTools?.([...tools], bound) : this.#inner;
    if (!model) throw new Error(`${this.getName()} takes no tools`);
    try {
      const message = await model.invoke(messages, { signal: options.signal, stop: options.stop });
      return toRecordedAnswer(message as AIMessage);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      return { rest: { error: toRecordedError(error) } };
    }
  }

  #parts({ stop }: this["ParsedCallOptions"]): Record<string, unknown> {
    const { model, seed } = this.#options;
    return {
      model: { provider: model.provider, id: model.model },
      parameters: {
        temperature: model.temperature,
        max_output_tokens: model.maxOutputTokens,
        seed,
        stop,
        api: model.api,
        extra_body: model.extraBody,
        ...this.#bound.options,
      },
      tools: toolsOf(this.#bound.tools),
    };
  }
}

const CLASS_NAMES: Record<Provider, string> = {
  policy: "PolicyChatModel",
  openai: "ChatOpenAI",
  anthropic: "ChatAnthropic",
  google: "GeminiModel",
};

/** The conversion takes longer than the rest of a replayed call, and an agent binds the same tools at each request. */
const SPECS = new WeakMap<object, unknown>();

function toolsOf(tools: readonly BindToolsInput[]): unknown[] {
  return tools.map((tool) => {
    const known = SPECS.get(tool);
    if (known) return known;
    const converted = convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]);
    const spec: unknown = converted.function ?? converted;
    SPECS.set(tool, spec);
    return spec;
  });
}
