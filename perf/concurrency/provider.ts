/**
 * A model behind an OpenAI-compatible address, for perf/concurrency.ts: a stand-in thinks of the answer, which comes so many
 * milliseconds after the request. Tells its parent its address and, asked for it, when it was asked since (epoch, ms) and what that took.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { PolicyChatModel } from "../../agent/policy-models/chat-model.ts";
import { sha256 } from "../../base/hash.ts";
import { type Answer, type ProviderRequest, startProvider } from "../../test/loopback/provider.ts";

const latencyMs = Number(process.argv[2]);

interface WireMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string | { text: string }[] | null;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

/** The same question comes in many executions, which differ in the name of their thread only. */
const thought = new Map<string, Promise<Answer>>();
let asked: number[] = [];
const provider = await startProvider(async (request) => {
  asked.push(Date.now());
  provider.requests.length = 0;
  const due = performance.now() + latencyMs;
  const answer = await answerTo(request);
  await sleep(Math.max(0, due - performance.now()));
  return answer;
});
let cpu = process.cpuUsage();
process.on("message", () => {
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ asked, cpuMs: (user + system) / 1000 });
  cpu = process.cpuUsage();
  asked = [];
});
process.send?.({ url: provider.url });

async function answerTo({ body }: ProviderRequest): Promise<Answer> {
  const text = JSON.stringify(body.messages);
  const thread = /\bt-[0-9a-f]{16}\b/.exec(text)?.[0] ?? "";
  const key = sha256(text.replaceAll(thread, "{thread}"));
  const answer = thought.get(key) ?? think(JSON.parse(text.replaceAll(thread, "t-0000000000000000")), body.tools);
  thought.set(key, answer);
  return JSON.parse(JSON.stringify(await answer).replaceAll("t-0000000000000000", thread));
}

async function think(messages: WireMessage[], tools: unknown): Promise<Answer> {
  const model = new PolicyChatModel({ profile: "explorer", seed: 1 }).bindTools(tools as never);
  const { generations } = await model._generate(messages.map(toMessage));
  const message = generations[0]?.message as AIMessage;
  const usage = {
    input: message.usage_metadata?.input_tokens ?? 0,
    output: message.usage_metadata?.output_tokens ?? 0,
  };
  if (!message.tool_calls?.length) return { type: "text", text: message.text, usage };
  return { type: "calls", calls: message.tool_calls.map(({ id, name, args }) => ({ id: id as string, name, args })) };
}

function toMessage({ role, content, tool_calls, tool_call_id }: WireMessage): BaseMessage {
  const text = Array.isArray(content) ? content.map((part) => part.text).join("") : (content ?? "");
  if (role === "system") return new SystemMessage(text);
  if (role === "user") return new HumanMessage(text);
  if (role === "tool") return new ToolMessage({ content: text, tool_call_id: tool_call_id ?? "" });
  const calls = (tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
    ...{ type: "tool_call" as const, id, name },
    args: JSON.parse(args),
  }));
  return new AIMessage({ content: text, tool_calls: calls });
}
