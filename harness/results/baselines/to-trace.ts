import { codeSpan } from "../../../agent/answer/code-span.ts";
import type { AgentTrace, ToolCallRecord } from "../../../agent/contract/contract.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { BaselineCall, BaselineRanking } from "./baseline.ts";

/** A ranking as the trace of an agent that answered with it, so that extraction, judges and scores take it like any other. */
export function toTrace(ranking: BaselineRanking, { turns }: Pick<Scenario, "turns">): AgentTrace {
  return textTrace(
    writeAnswer(ranking),
    turns,
    ranking.calls.map((call, index) => toToolCall(call, { index, turn: turns.length - 1 })),
  );
}

/** The trace of whoever says this text to the last turn, and nothing to those before it. */
export function textTrace(
  answer: string,
  turns: Scenario["turns"],
  toolCalls: AgentTrace["toolCalls"] = [],
): AgentTrace {
  return {
    source: "agentfs",
    messages: [
      ...turns.map((text) => ({ role: "user" as const, text, subAgent: null })),
      { role: "assistant", text: answer, subAgent: null },
    ],
    toolCalls,
    usage: { input: 0, output: 0, estimated: false },
    modelCalls: 0,
    servedModels: [],
    skillsLoaded: [],
    planIterations: 0,
    answers: turns.map((_, turn) => (turn === turns.length - 1 ? answer : "")),
    contract: { violations: [], retries: 0, fallback: false },
    documents: [],
  };
}

/** By the answer contract (`agent/answer/answer.ts`). */
function writeAnswer({ tests, sentence, calls }: BaselineRanking): string {
  if (tests.length === 0) return `No supported recommendation: ${sentence}`;
  const labels = calls.map((_, index) => `[S${index + 1}]`).join("");
  const items = tests.map(({ id, why }, index) => `${index + 1}. ${codeSpan(id)} - ${oneLine(why)} ${labels}`);
  const sources = calls.map(
    ({ tool }, index) =>
      `- S${index + 1}: [${tool.replaceAll("_", " ")}](artifact://baseline?path=${pathOf(tool, index)})`,
  );
  return [sentence, "", "## Recommended", ...items, "", "## Sources", ...sources].join("\n");
}

/** Text of a record without what Markdown would take for a link or code. */
function oneLine(text: string): string {
  return text.replace(/[`[\]\r\n]+/g, " ").trim();
}

function toToolCall(
  { tool, family, arguments: given, rows }: BaselineCall,
  at: { index: number; turn: number },
): ToolCallRecord {
  const result = JSON.stringify({ total: rows.length, rows });
  return {
    ...at,
    tool,
    family,
    arguments: given,
    status: "success",
    preview: result,
    resultPath: pathOf(tool, at.index),
    result,
    rows: rows.length,
    truncated: false,
    subAgent: null,
    durationMs: 0,
  };
}

function pathOf(tool: string, index: number): string {
  return `/results/${String(index).padStart(3, "0")}-${tool}.json`;
}
