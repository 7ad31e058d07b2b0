import { BaseChatModel, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** First, thin form: searches with the question's words and lists the test cases found. Not a language model. */
export class PolicyChatModel extends BaseChatModel {
  readonly #options: { profile: string; seed: number };
  readonly #tools: readonly string[];

  constructor(options: { profile: string; seed: number }, tools: readonly string[] = []) {
    super({});
    this.#options = options;
    this.#tools = tools;
  }

  override _llmType(): string {
    return "policy";
  }

  override bindTools(tools: BindToolsInput[]): PolicyChatModel {
    const names = tools.flatMap((tool) => ("name" in tool && typeof tool.name === "string" ? [tool.name] : []));
    return new PolicyChatModel(this.#options, names);
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const last = messages.at(-1);
    const message = ToolMessage.isInstance(last)
      ? this.#answer(last, messages)
      : this.#call(last?.text ?? "", messages.length);
    return { generations: [{ text: message.text, message }] };
  }

  #call(text: string, at: number): AIMessage {
    const delegate = this.#tools.includes("task");
    const call = delegate
      ? { name: "task", args: { description: text, subagent_type: "executor" } }
      : { name: "hybrid_search", args: { query: text.slice(0, 900), types: ["test_case"], limit: 10 } };
    return new AIMessage({ content: "", tool_calls: [{ id: `call-${at}`, ...call }], ...this.#served() });
  }

  #answer(result: ToolMessage, messages: readonly BaseMessage[]): AIMessage {
    if (this.#tools.includes("task")) return new AIMessage({ content: result.text, ...this.#served() });
    const { rows = [], result: path } = JSON.parse(result.text) as {
      rows?: { id: string; title: string }[];
      result?: string;
    };
    const thread = /thread id of this conversation is `([^`]+)`/.exec(messages[0]?.text ?? "")?.[1] ?? "";
    const list = rows.map((row, index) => `${index + 1}. \`${row.id}\` - ${row.title} [S1]`).join("\n");
    const content =
      rows.length === 0
        ? "No supported recommendation: nothing was found."
        : `These were found.\n\n## Recommended\n${list}\n\n## Sources\n- S1: [search results](artifact://${thread}?path=${path})`;
    return new AIMessage({ content, ...this.#served() });
  }

  #served() {
    return { response_metadata: { model_name: `policy-${this.#options.profile} (stand-in, not a language model)` } };
  }
}
