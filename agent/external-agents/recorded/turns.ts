import { grouped } from "../../../base/grouped.ts";
import { type JsonObject, textOf } from "../../../base/json-object.ts";
import { toldBy } from "./messages.ts";
import type { OtlpSpan } from "./spans.ts";

/** One turn of another agent, as its spans tell it. */
export interface RecordedTurn {
  /** What people said so far, oldest first; the last is the question. */
  users: readonly string[];
  /** Null where no text was recorded. */
  answer: string | null;
  /** Why it failed, where it says so and has no answer. */
  error: string | null;
  startMs: number;
  tookMs: number;
  /** Null unless every request to a model tells its tokens. */
  usage: { input_tokens: number; output_tokens: number } | null;
  modelCalls: number;
  servedModels: readonly string[];
  /** The calls of tools that it tells of, whatever tools these are. */
  calls: readonly RecordedCall[];
}

interface RecordedCall {
  tool: string;
  arguments: unknown;
  result: unknown;
  error: string | null;
  start_ms: number;
  duration_ms: number;
}

/** A span with what it tells and what happened within. */
interface Node {
  span: OtlpSpan;
  told: ReturnType<typeof toldBy>;
  children: Node[];
}

/**
 * The turns in a file's spans. A turn begins with the outermost spans that tell a question: an agent's, or the requests to a model
 * beside each other, as long as people say nothing new.
 */
export function recordedTurns(spans: readonly OtlpSpan[]): RecordedTurn[] {
  const traces = [...grouped(spans, ({ traceId }) => traceId).values()];
  return traces.flatMap((trace) => {
    const turns = turnsOf(treesOf(trace).flatMap(outermost));
    const starts = turns.map(startOf);
    return turns.map((turn, index) => {
      const [from, until] = [starts[index]!, starts[index + 1] ?? Number.POSITIVE_INFINITY];
      // Calls of tools may lie beside the requests that asked for them.
      return toRecordedTurn(
        turn,
        trace.filter(({ startMs }) => startMs >= from && startMs < until),
      );
    });
  });
}

function startOf(turn: readonly Node[]): number {
  return Math.min(...turn.map(({ span }) => span.startMs));
}

function treesOf(trace: readonly OtlpSpan[]): Node[] {
  const nodes = new Map(trace.map((span) => [span.spanId, { span, told: toldBy(span), children: [] as Node[] }]));
  const roots: Node[] = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node.span.parentId);
    if (parent && !isEndless(node, nodes)) parent.children.push(node);
    else roots.push(node);
  }
  return roots;
}

/** No agent's spans lie deeper. */
const MOST_DEPTH = 200;

/** Spans that are each other's parents, or lie too deep, hang from nothing: such a trace is damaged, not endless. */
function isEndless(node: Node, nodes: ReadonlyMap<string, Node>): boolean {
  let at: Node | undefined = node;
  for (let depth = 0; at; depth++) {
    if (depth > MOST_DEPTH) return true;
    at = nodes.get(at.span.parentId);
  }
  return false;
}

function outermost(node: Node): Node[] {
  return node.told.users ? [node] : node.children.flatMap(outermost);
}

function turnsOf(nodes: readonly Node[]): Node[][] {
  const turns: Node[][] = [];
  for (const node of nodes.toSorted((a, b) => a.span.startMs - b.span.startMs)) {
    const last = turns.at(-1);
    const same = last && JSON.stringify(last[0]!.told.users) === JSON.stringify(node.told.users);
    if (same && !isAgent(node)) last.push(node);
    else turns.push([node]);
  }
  return turns;
}

/** An agent's span is a turn by itself: asked the same again, it answers again. */
function isAgent({ span: { attributes } }: Node): boolean {
  return attributes["gen_ai.operation.name"] === "invoke_agent" || attributes["openinference.span.kind"] === "AGENT";
}

function toRecordedTurn(turn: readonly Node[], during: readonly OtlpSpan[]): RecordedTurn {
  const within = turn.flatMap(withDescendants);
  const models = turn.flatMap(modelsIn);
  const startMs = startOf(turn);
  const answer = turn.findLast(({ told }) => told.answer !== null)?.told.answer ?? lastAnswer(within);
  return {
    users: turn[0]!.told.users!,
    answer,
    error: answer === null ? (turn.findLast(({ span }) => span.error !== null)?.span.error ?? null) : null,
    startMs,
    tookMs: Math.max(...turn.map(({ span }) => span.endMs)) - startMs,
    usage: usageOf(models),
    modelCalls: models.length,
    servedModels: [...new Set(models.flatMap(({ span }) => servedModel(span.attributes) || []))],
    calls: during.flatMap((span) => callOf(span, startMs)).sort((a, b) => a.start_ms - b.start_ms),
  };
}

/** Where an agent's own span tells no answer, the last of those within does. */
function lastAnswer(nodes: readonly Node[]): string | null {
  const answers = nodes.filter(({ told }) => told.answer !== null).sort((a, b) => a.span.endMs - b.span.endMs);
  return answers.at(-1)?.told.answer ?? null;
}

function withDescendants(node: Node): Node[] {
  return [node, ...node.children.flatMap(withDescendants)];
}

/** Requests to models: the innermost spans that count tokens, since an agent's repeats those of its requests. */
function modelsIn(node: Node): Node[] {
  const inner = node.children.flatMap(modelsIn);
  if (inner.length > 0) return inner;
  return tokensOf(node.span.attributes) || isRequest(node.span.attributes) ? [node] : [];
}

function isRequest(attributes: JsonObject): boolean {
  return (
    ["chat", "text_completion", "generate_content"].includes(textOf(attributes["gen_ai.operation.name"])) ||
    attributes["openinference.span.kind"] === "LLM"
  );
}

function usageOf(models: readonly Node[]): RecordedTurn["usage"] {
  const counts = models.map(({ span }) => tokensOf(span.attributes));
  if (counts.length === 0 || counts.some((count) => count === null)) return null;
  const sum = (part: "input" | "output") => counts.reduce((total, count) => total + (count?.[part] ?? 0), 0);
  return { input_tokens: sum("input"), output_tokens: sum("output") };
}

function tokensOf(attributes: JsonObject): { input: number; output: number } | null {
  const first = (...names: string[]) =>
    names.map((name) => attributes[name]).find((value) => Number.isSafeInteger(value) && (value as number) >= 0);
  const input = first("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt");
  const output = first("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion");
  return input === undefined || output === undefined ? null : { input: input as number, output: output as number };
}

function servedModel(attributes: JsonObject): string {
  return textOf(attributes["gen_ai.response.model"]) || textOf(attributes["llm.model_name"]);
}

function callOf(span: OtlpSpan, startMs: number): RecordedCall[] {
  const { attributes } = span;
  const named = textOf(attributes["gen_ai.tool.name"]) || textOf(attributes["ai.toolCall.name"]);
  const kind = textOf(attributes["openinference.span.kind"]) || textOf(attributes["traceloop.span.kind"]);
  const other = textOf(attributes["tool.name"]) || textOf(attributes["traceloop.entity.name"]);
  const tool = named || (kind.toUpperCase() === "TOOL" ? other : "");
  if (tool === "") return [];
  const first = (...names: string[]) => names.map((name) => attributes[name]).find((value) => value !== undefined);
  return [
    {
      tool,
      arguments:
        first("gen_ai.tool.call.arguments", "ai.toolCall.args", "input.value", "traceloop.entity.input") ?? null,
      result: first("gen_ai.tool.call.result", "ai.toolCall.result", "output.value", "traceloop.entity.output") ?? null,
      error: span.error,
      start_ms: Math.round(span.startMs - startMs),
      duration_ms: Math.round(span.endMs - span.startMs),
    },
  ];
}
