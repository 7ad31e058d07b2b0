import { randomBytes } from "node:crypto";
import { parsePlainly, problemsOf } from "../../base/plain-issues.ts";
import type { Substrate } from "../../db/ports.ts";
import { parseAnswer } from "../answer.ts";
import type { AgentRun, OutsideTask, TokenUsage, TurnRecord } from "../contract.ts";
import { TOOL_FAMILIES } from "../contract.ts";
import { AgentFiles } from "../filesystem/agent-files.ts";
import type { StateStore } from "../filesystem/state-store.ts";
import type { McpHost } from "../mcp/http.ts";
import { writeTurn } from "../stored-turn.ts";
import { CallLog } from "../tools/call-log.ts";
import { nameOfThread } from "../tools/collect-sources.ts";
import type { ToolContext } from "../tools/tool.ts";
import { cascadedTurn, describeFailure } from "../turn-failure.ts";
import { startTurnSignal } from "../turn-signal.ts";
import type { Channel } from "./channel.ts";
import { EXCHANGE_FORMAT, type SubjectAnswer, type SubjectRequest, subjectAnswerSchema } from "./exchange.ts";
import { SubjectFailure } from "./failure.ts";

export interface SubjectParts {
  channel: Channel;
  substrate: Substrate;
  state: StateStore;
  /** Null when the subject gets no tools over MCP. */
  host: McpHost | null;
  instructions: string;
}

interface Conversation {
  task: OutsideTask;
  parts: SubjectParts;
  tools: ToolContext;
  clock: { turn: number };
  mcp: SubjectRequest["mcp"];
  told: SubjectAnswer[];
}

/** Asks the turns in order on one thread. After one that failed the rest is `cascaded_failure`. */
export async function runSubject(task: OutsideTask, parts: SubjectParts): Promise<AgentRun> {
  const clock = { turn: 0 };
  const tools = makeContext(task, parts, clock);
  // The token is the execution's own: what comes in with it belongs to this thread, and ends with it.
  const token = randomBytes(24).toString("hex");
  const admission = parts.host?.admit(token, () => tools);
  const mcp = parts.host && { url: parts.host.url, token };
  const conversation: Conversation = { task, parts, tools, clock, mcp, told: [] };
  try {
    const turns: TurnRecord[] = [];
    for (const turn of task.turns.keys()) {
      const failed = turns.some((record) => record.outcome !== "success");
      turns.push(failed ? cascadedTurn(turn) : await runTurn(conversation, turn));
    }
    const outcome = turns.find((record) => record.outcome !== "success")?.outcome ?? "success";
    return { outcome, turns, usage: usageOf(conversation) ?? undefined };
  } finally {
    await admission?.close();
  }
}

function makeContext(task: OutsideTask, { substrate, state }: SubjectParts, clock: { turn: number }): ToolContext {
  const files = new AgentFiles(state.pool, task);
  return {
    substrate,
    files,
    calls: new CallLog(files, task.onCall),
    limits: task.limits,
    families: task.toolFamilies ?? TOOL_FAMILIES,
    subAgent: () => null,
    turn: () => clock.turn,
    signal: task.signal,
  };
}

/** Never throws for the agent's sake: a cut-off is `timeout`, everything else that fails is `agent_error`. */
async function runTurn(conversation: Conversation, turn: number): Promise<TurnRecord> {
  const { task, parts, tools, clock, told } = conversation;
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const { signal, cutOff, end } = startTurnSignal(task.signal, task.limits.turnCutoffMs);
  tools.signal = signal;
  clock.turn = turn;
  let outcome: Pick<TurnRecord, "outcome" | "error"> = { outcome: "success" };
  try {
    told.push(checkAnswer(await parts.channel.ask(requestOf(conversation, turn), { tools, signal })));
  } catch (error) {
    const state = { cutOff: cutOff(), stopped: task.signal.aborted, cutoffMs: task.limits.turnCutoffMs };
    outcome = describeFailure(error, state);
  } finally {
    end();
  }
  await store(conversation, turn);
  return { turn, ...outcome, startedAt, durationMs: performance.now() - start };
}

function requestOf({ task, parts, mcp, told }: Conversation, turn: number): SubjectRequest {
  return {
    format: EXCHANGE_FORMAT,
    thread: nameOfThread(task),
    turn,
    question: task.turns[turn] ?? "",
    conversation: task.turns.slice(0, turn).flatMap((text, index) => [
      { role: "user" as const, text },
      { role: "assistant" as const, text: told[index]?.answer ?? "" },
    ]),
    instructions: parts.instructions,
    time_limit_ms: task.limits.turnCutoffMs,
    seed: task.seed,
    mcp,
  };
}

function checkAnswer(value: unknown): SubjectAnswer {
  const parsed = parsePlainly(subjectAnswerSchema, value);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error).join("; ");
  throw new SubjectFailure("subject_bad_answer", `the answer does not fit its schema: ${problems}`);
}

/** What the conversation came to so far, in the form in which our own agent's turns are stored. */
async function store(conversation: Conversation, turn: number): Promise<void> {
  const { task, tools, told } = conversation;
  const calls = told.map((answer) => answer.usage?.model_calls);
  await writeTurn(tools.files, {
    turn,
    messages: task.turns
      .slice(0, turn + 1)
      .flatMap((text, index) => [
        { role: "user" as const, text, subAgent: null },
        ...(told[index] ? [{ role: "assistant" as const, text: told[index].answer, subAgent: null }] : []),
      ]),
    answers: task.turns.slice(0, turn + 1).map((_, index) => told[index]?.answer ?? ""),
    usage: usageOf(conversation),
    modelCalls: calls.every((count) => count !== undefined) ? sum(calls) : null,
    servedModels: [...new Set(told.flatMap((answer) => answer.served_models ?? []))],
    planIterations: 0,
    contract: { violations: [], retries: 0, fallback: false },
    recommendation: told[turn] && recommendationOf(told[turn]),
  });
}

/** Null unless every turn told it. */
function usageOf({ told }: Conversation): TokenUsage | null {
  const usages = told.map((answer) => answer.usage);
  if (usages.length === 0 || usages.some((usage) => usage === undefined)) return null;
  return {
    input: sum(usages.map((usage) => usage?.input_tokens ?? 0)),
    output: sum(usages.map((usage) => usage?.output_tokens ?? 0)),
    estimated: false,
  };
}

/** What it said itself goes before what its text says. */
function recommendationOf(told: SubjectAnswer): { ranked: string[]; abstained: boolean } {
  const read = parseAnswer(told.answer);
  const ranked = [...new Set(told.ranked_ids ?? read.ranked)];
  return { ranked, abstained: told.abstained ?? (read.abstained && ranked.length === 0) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
