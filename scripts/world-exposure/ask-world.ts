import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { parseAnswer } from "../../agent/answer/answer.ts";
import type { SourceSettings } from "../../agent/contract/contract.ts";
import { PolicyChatModel } from "../../agent/policy-models/chat-model.ts";
import { TOOLS } from "../../agent/tools/registry.ts";
import type { ToolDefinition } from "../../agent/tools/tool.ts";
import { ToolFailure } from "../../agent/tools/tool-failure.ts";
import type { ToolContext } from "../../agent/turns/tool-context.ts";
import type { RolePrompts } from "../../agent/workflows/prompts.ts";
import { makeSourcesGraph } from "../../agent/workflows/sources/graph.ts";
import type { Caller } from "../../db/sources/caller.ts";
import type { LiveSource } from "../../db/sources/port.ts";

const SETTINGS: SourceSettings = {
  ...{ validation: "relaxed", factCheck: "lenient" },
  ...{ rounds: 3, items: 20, pages: 2, opened: 3 },
};

/** What one question came to, at each stage as texts. */
export interface AskedWorld {
  retrieved: string[];
  context: string[];
  answer: string;
  ranked: string[];
  searched: string[];
}

interface AskingWorld {
  sources: readonly LiveSource[];
  caller: Caller;
  profile: string;
  /** Of the roles, read once for many questions. */
  prompts: RolePrompts;
}

/**
 * One question through the workflow over live sources, with a stand-in as its model and nothing else around it: no database, no run. The
 * tools are the agent's own; what they give and what the model is sent is kept as text.
 */
export async function askWorld(
  question: string,
  { sources, caller, profile, prompts }: AskingWorld,
): Promise<AskedWorld> {
  const model = new PolicyChatModel({ profile, seed: 1 });
  const kept: Pick<AskedWorld, "retrieved" | "context" | "searched"> = { retrieved: [], context: [], searched: [] };
  const say = async (system: string, said: readonly BaseMessage[]): Promise<AIMessage> => {
    kept.context.push(...said.slice(1).map(({ text }) => text), ...(said.length === 1 ? [said[0]!.text] : []));
    return (await model.invoke([new SystemMessage(system), ...said])) as AIMessage;
  };
  let calls = 0;
  const graph = makeSourcesGraph({
    sources: sources.map((source) => source.describe()),
    settings: SETTINGS,
    ask: async (role, said) => (await say(prompts[role], [new HumanMessage(said)])).text,
    async call(tool, args) {
      const index = calls++;
      const text = await runTool(TOOLS[tool], args, { sources, caller, settings: SETTINGS });
      kept.retrieved.push(text);
      if (tool === "source_search") kept.searched.push(String(args.source));
      const artifact = { index, turn: 0, tool, arguments: args };
      return new ToolMessage({ content: text, name: tool, tool_call_id: `call-${index}`, artifact });
    },
    async answer(messages) {
      const shown = messages.map((message) =>
        ToolMessage.isInstance(message)
          ? new HumanMessage(`Records retrieved for the question, by ${message.name}:\n${message.text}`)
          : message,
      );
      return [await say(`${prompts.answerer}\nThe thread id of this conversation is \`t\`.`, shown)];
    },
    elapsedMs: () => 0,
  });
  const { messages } = await graph.invoke({ messages: [new HumanMessage(question)] });
  const answer = messages.findLast(AIMessage.isInstance)?.text ?? "";
  return { ...kept, answer, ranked: parseAnswer(answer).ranked };
}

/** As an agent's call is answered, without a store: rows as JSON, a failure as an error. */
async function runTool(tool: ToolDefinition, args: unknown, live: NonNullable<ToolContext["live"]>): Promise<string> {
  const context = { live, signal: new AbortController().signal } as unknown as ToolContext;
  try {
    const output = await tool.run(args, context);
    if (output.type !== "rows") throw new Error(`${tool.name} gave no rows`);
    const { rows, truncated, facts } = output;
    return JSON.stringify({ result: "/results/000.json", total: rows.length, truncated, ...facts, rows });
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return JSON.stringify({ error: { code: error.code, message: error.message } });
  }
}
