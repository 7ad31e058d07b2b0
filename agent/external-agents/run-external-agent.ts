import { randomBytes } from "node:crypto";
import type { Substrate } from "../../db/ports/ports.ts";
import { parseAnswer } from "../answer/answer.ts";
import { type AgentRun, type AgentTask, TOOL_FAMILIES, type TokenUsage } from "../contract/contract.ts";
import { AgentFiles } from "../filesystem/agent-files.ts";
import type { StateStore } from "../filesystem/state.ts";
import { textWithout } from "../knowledge/without-tools.ts";
import type { McpHost } from "../mcp/http.ts";
import { toolsOutside } from "../tools/registry.ts";
import { makeConversation, runConversation } from "../turns/conversation.ts";
import type { StoredTurn } from "../turns/stored-turn.ts";
import { nameOfThread } from "../turns/thread-name.ts";
import type { Channel } from "./exchange.ts";
import { checkAnswer, EXCHANGE_FORMAT, type ExternalAgentAnswer, type ExternalAgentRequest } from "./exchange.ts";

export interface ExternalAgentParts {
  channel: Channel;
  substrate: Substrate;
  state: StateStore;
  /** Null when the agent gets no tools over MCP. */
  host: McpHost | null;
  instructions: string;
}

interface Exchange {
  task: AgentTask;
  parts: ExternalAgentParts;
  mcp: ExternalAgentRequest["mcp"];
  /** The answers, turn by turn. */
  answers: ExternalAgentAnswer[];
  /** How long the turns took when they were recorded; empty for an agent that is asked now. */
  tookMs: number[];
}

/** What a recording tells of calls that nobody here saw: kept for readers, never scored. */
const RECORDED_CALLS = "/recorded";

/** Has an external agent answer a task. */
export async function runExternalAgent(task: AgentTask, parts: ExternalAgentParts): Promise<AgentRun> {
  const conversation = makeConversation(task, parts.substrate, new AgentFiles(parts.state.files, task));
  const { tools } = conversation;
  // The token is the execution's own: what comes in with it belongs to this thread, and ends with it.
  const token = randomBytes(24).toString("hex");
  const admission = parts.host?.admit(token, () => tools);
  const mcp = parts.host && { url: parts.host.url, token };
  const exchange: Exchange = { task, parts, mcp, answers: [], tookMs: [] };
  try {
    const run = await runConversation(conversation, {
      async ask(turn, signal) {
        const request = requestOf(exchange, turn);
        await keepRecorded(exchange, request, tools.files);
        exchange.answers.push(checkAnswer(await parts.channel.ask(request, { tools, signal })));
      },
      soFar: async (turn) => soFar(exchange, turn),
      usage: () => usageOf(exchange) ?? undefined,
    });
    return asRecorded(run, exchange);
  } finally {
    await admission?.close();
  }
}

async function keepRecorded(exchange: Exchange, request: ExternalAgentRequest, files: AgentFiles): Promise<void> {
  const recorded = exchange.parts.channel.recorded?.(request);
  if (!recorded) return;
  exchange.tookMs.push(recorded.tookMs);
  if (recorded.calls.length === 0) return;
  const path = `${RECORDED_CALLS}/turn-${request.turn + 1}.json`;
  await files.writeLater([{ path, content: `${JSON.stringify(recorded.calls, null, 2)}\n` }]);
}

/** A recorded turn took as long as it took then. */
function asRecorded(run: AgentRun, { tookMs }: Exchange): AgentRun {
  if (tookMs.length === 0) return run;
  const turns = run.turns.map((turn, index) => ({ ...turn, durationMs: tookMs[index] ?? 0 }));
  return { ...run, turns, tookMs: sum(tookMs) };
}

function requestOf({ task, parts, mcp, answers }: Exchange, turn: number): ExternalAgentRequest {
  return {
    format: EXCHANGE_FORMAT,
    thread: nameOfThread(task),
    turn,
    question: task.turns[turn] ?? "",
    conversation: task.turns.slice(0, turn).flatMap((text, index) => [
      { role: "user" as const, text },
      { role: "assistant" as const, text: answers[index]?.answer ?? "" },
    ]),
    instructions: textWithout(parts.instructions, toolsOutside(task.toolFamilies ?? TOOL_FAMILIES)),
    time_limit_ms: task.limits.turnCutoffMs,
    seed: task.seed,
    mcp,
  };
}

/** What the conversation came to so far, in the form in which our own agent's turns are stored. */
function soFar(exchange: Exchange, turn: number): Omit<StoredTurn, "turn"> {
  const { task, answers } = exchange;
  const calls = answers.map((answer) => answer.usage?.model_calls);
  return {
    messages: task.turns
      .slice(0, turn + 1)
      .flatMap((text, index) => [
        { role: "user" as const, text, subAgent: null },
        ...(answers[index] ? [{ role: "assistant" as const, text: answers[index].answer, subAgent: null }] : []),
      ]),
    answers: task.turns.slice(0, turn + 1).map((_, index) => answers[index]?.answer ?? ""),
    usage: usageOf(exchange),
    modelCalls: calls.every((count) => count !== undefined) ? sum(calls) : null,
    servedModels: [...new Set(answers.flatMap((answer) => answer.served_models ?? []))],
    planIterations: 0,
    contract: { violations: [], retries: 0, fallback: false },
    recommendation: answers[turn] && recommendationOf(answers[turn]),
  };
}

/** Null unless every turn told it. */
function usageOf({ answers }: Exchange): TokenUsage | null {
  const usages = answers.map((answer) => answer.usage);
  if (usages.length === 0 || usages.some((usage) => usage === undefined)) return null;
  return {
    input: sum(usages.map((usage) => usage?.input_tokens ?? 0)),
    output: sum(usages.map((usage) => usage?.output_tokens ?? 0)),
    estimated: false,
  };
}

/** What it said itself goes before what its text says. */
function recommendationOf(answers: ExternalAgentAnswer): NonNullable<StoredTurn["recommendation"]> {
  const read = parseAnswer(answers.answer);
  const ranked = [...new Set(answers.ranked_ids ?? read.ranked)];
  const gaps = answers.coverage_gaps === undefined ? read.gaps : answers.coverage_gaps;
  return { ranked, abstained: answers.abstained ?? (read.abstained && ranked.length === 0), gaps };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
