import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import type { ModelRequestRecord, RoleUsage } from "../../contract/contract.ts";
import { AgentLimitReached } from "../../contract/failures.ts";
import { describedText } from "../../models/described-tools.ts";
import { readModelAnswer } from "../../models/model-answer.ts";
import { estimateTokens } from "../../models/tokens.ts";
import { UNPARSED_ARGUMENTS } from "../../models/unparsed-arguments.ts";
import { addUsage, NO_USAGE } from "../../models/usage.ts";
import { repetitionAtEnd } from "../../turns/repetition.ts";
import type { AgentPart } from "../../turns/request-log.ts";
import { endLoop } from "../../turns/tool-context.ts";
import type { Execution } from "../execution.ts";

/**
 * Stands around every request to a model: counts it against the limit, meters its tokens, and puts calls with
 * unreadable arguments among the ordinary ones, where they are answered with an error instead of ending the agent.
 */
export function makeCallMeter(execution: Metered, agent: AgentPart) {
  return createMiddleware({
    name: "modelGate",
    wrapModelCall: (request, handler) =>
      askMetered(execution, {
        agent,
        purpose: "answer",
        system: request.systemMessage.text,
        tools: request.tools,
        sent: request.messages,
        // All of the conversation: what is sent may be a summary and the latest messages.
        before: request.state.messages,
        ask: () => Promise.resolve(handler(request)),
      }),
  });
}

interface MeteredCall<T> extends SentRequest {
  agent: AgentPart;
  purpose: ModelRequestRecord["purpose"];
  /** The messages that the answer is added to. */
  before: readonly BaseMessage[];
  ask: () => Promise<T>;
}

/** What goes to a model: all of it is input that a provider counts. */
interface SentRequest {
  system?: string;
  tools?: readonly object[];
  sent: readonly BaseMessage[];
}

type Metered = Pick<Execution, "meter" | "task" | "requests"> & { tools?: Pick<Execution["tools"], "lose"> };

/** One call of a model, counted, metered and recorded. What is not a message is handed on. */
export async function askMetered<T>(
  { meter, task, requests, tools = {} }: Metered,
  { agent, purpose, before, ask, ...request }: MeteredCall<T>,
): Promise<T | AIMessage> {
  if (meter.modelCalls >= task.limits.maxModelCalls)
    throw new AgentLimitReached(
      "model_call_limit",
      `The agent used all of its ${task.limits.maxModelCalls} model calls.`,
    );
  // Counted before anything is awaited: executors at once share what is left.
  meter.modelCalls++;
  await task.ownTurn?.();
  const reserved = await task.live?.meter?.request(tokensOf(request)).catch((refused: unknown) => {
    meter.modelCalls--;
    throw refused;
  });
  const open = requests.start(agent, { purpose, system: request.system, sent: () => tokensOf(request) });
  let answer: T;
  try {
    answer = await ask();
  } catch (error) {
    open.failed(error);
    await reserved?.failed(task.signal.aborted || isAbort(error));
    throw error;
  }
  if (!AIMessage.isInstance(answer)) {
    await reserved?.answered({ ...NO_USAGE, input: tokensOf(request), estimated: true });
    return answer;
  }
  const message = normalise(answer, { request, before, label: open.label });
  open.answered(message);
  meter.usage = addUsage(meter.usage, message);
  meter.roles[agent.role] = addRoleUsage(meter.roles[agent.role], message, request);
  await reserved?.answered(addUsage(NO_USAGE, message));
  endLoop(tools, () => refuseRepetition(message, task.limits.maxTextRepeats));
  return message;
}

/** @throws AgentLimitReached `repetition` for an answer, or thoughts, that end in the same text again and again */
function refuseRepetition(message: AIMessage, limit: number): void {
  const { reasoning } = readModelAnswer(message);
  const found = repetitionAtEnd(message.text, limit) ?? repetitionAtEnd(reasoning, limit);
  if (found === null) return;
  const unit = JSON.stringify(found.unit.slice(0, 60));
  throw new AgentLimitReached("repetition", `The model repeated ${unit} ${found.times} times up to its answer's end.`);
}

/** A turn that was ended, or whose time was up. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && ["AbortError", "TimeoutError"].includes(error.name);
}

/** A new message: what is set on one later does not reach the checkpoints. */
function normalise(
  message: AIMessage,
  { request, before, label }: { request: SentRequest; before: readonly BaseMessage[]; label: Record<string, number> },
): AIMessage {
  const calls = readableCalls(message);
  // Some servers give every message the same id; by it, the graph would take this one for an earlier one.
  const known = before.some((entry) => entry.id !== undefined && entry.id === message.id);
  const counted = (message.usage_metadata?.total_tokens ?? 0) > 0;
  const { tool_calls: _raw, ...kwargs } = message.additional_kwargs;
  return new AIMessage({
    content: message.content,
    id: known ? `${message.id}-${before.length}` : message.id,
    name: message.name,
    additional_kwargs: kwargs,
    response_metadata: { ...message.response_metadata, ...label, ...(!counted && { usage_estimated: true }) },
    usage_metadata: counted ? message.usage_metadata : estimateUsage(message, request),
    tool_calls: calls,
  });
}

function tokensOf({ system = "", tools = [], sent }: SentRequest): number {
  return [system, tools.map(describedText).join(""), ...sent.map(textOf)]
    .map(estimateTokens)
    .reduce((sum, tokens) => sum + tokens, 0);
}

function estimateUsage(message: AIMessage, request: SentRequest): NonNullable<AIMessage["usage_metadata"]> {
  const input = tokensOf(request);
  const output = estimateTokens(textOf(message));
  return { input_tokens: input, output_tokens: output, total_tokens: input + output };
}

/** A message with the calls it makes. */
function textOf(message: BaseMessage): string {
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  return calls.length === 0 ? message.text : message.text + JSON.stringify(calls);
}

function addRoleUsage(
  before: RoleUsage = { modelCalls: 0, input: 0, output: 0, systemPrompts: 0, skills: 0 },
  message: AIMessage,
  { system = "", sent }: SentRequest,
): RoleUsage {
  const skills = sent.filter((entry) => ToolMessage.isInstance(entry) && entry.artifact?.family === "skill");
  return {
    modelCalls: before.modelCalls + 1,
    input: before.input + (message.usage_metadata?.input_tokens ?? 0),
    output: before.output + (message.usage_metadata?.output_tokens ?? 0),
    systemPrompts: before.systemPrompts + estimateTokens(system),
    skills: before.skills + skills.reduce((sum, entry) => sum + estimateTokens(entry.text), 0),
  };
}

/** Some providers send no call ids, or one id twice; each call needs its own for its result to find it. */
function readableCalls(message: AIMessage): AIMessage["tool_calls"] {
  const unreadable = (message.invalid_tool_calls ?? []).map((call) => ({
    type: "tool_call" as const,
    id: call.id,
    name: call.name ?? "",
    args: { [UNPARSED_ARGUMENTS]: call.args ?? "" },
  }));
  const calls = [...(message.tool_calls ?? []), ...unreadable];
  const ids = new Set(calls.map((call) => call.id));
  if (unreadable.length === 0 && ids.size === calls.length && !ids.has(undefined)) return message.tool_calls;
  return calls.map((call, index) => {
    const first = calls.findIndex((other) => other.id === call.id) === index;
    return { ...call, id: first && call.id ? call.id : `${message.id ?? "call"}-${index}` };
  });
}
