import { grouped } from "../../../base/grouped.ts";
import { type JsonObject, textOf } from "../../../base/json-object.ts";
import { callsIn, type TracedCall } from "./calls.ts";
import { type TurnSpans, turnsIn } from "./groups.ts";
import { modelsIn, type Node, tokensOf, treesOf } from "./nodes.ts";
import type { OtlpSpan } from "./spans.ts";

/** One turn of another agent, as its spans tell it. */
export interface RecordedTurn {
  /** What people said so far, oldest first; the last is the question. */
  users: readonly string[];
  /** Null where no text was recorded, and where the turn failed. */
  answer: string | null;
  /** Why it failed, where it says so. */
  error: string | null;
  startMs: number;
  tookMs: number;
  /** Null unless every request to a model tells its tokens. */
  usage: { input_tokens: number; output_tokens: number } | null;
  modelCalls: number;
  servedModels: readonly string[];
  /** The calls of tools that it tells of, whatever tools these are. */
  calls: readonly TracedCall[];
}

export function recordedTurns(spans: readonly OtlpSpan[]): RecordedTurn[] {
  const traces = [...grouped(spans, ({ traceId }) => traceId).values()];
  return traces.flatMap((trace) => {
    const turns = turnsIn(treesOf(trace));
    return turns.map((turn) => toRecordedTurn(turn, turns.length === 1));
  });
}

function toRecordedTurn(turn: TurnSpans, isOnly: boolean): RecordedTurn {
  const { heads, users } = turn;
  const models = heads.flatMap(modelsIn);
  const startMs = Math.min(...heads.map(({ span }) => span.startMs));
  const error = errorOf(turn, isOnly);
  return {
    users,
    answer: error === null ? answerOf(turn) : null,
    error,
    startMs,
    tookMs: Math.max(...heads.map(({ span }) => span.endMs)) - startMs,
    usage: usageOf(models),
    modelCalls: models.length,
    servedModels: [...new Set(models.flatMap(({ span }) => servedModel(span.attributes) || []))],
    calls: callsIn(turn.all, startMs),
  };
}

/**
 * What failed failed, whatever text came before: an agent's span, a span around the only turn of a trace, or the request that
 * ended the conversation.
 */
function errorOf({ heads, conversation }: TurnSpans, isOnly: boolean): string | null {
  const around = isOnly ? ancestorsOf(heads[0]!) : [];
  const last = conversation.at(-1);
  const ended = heads.length === 1 ? heads : [];
  return [...ended, ...(last ? [last] : []), ...around].find(({ span }) => span.error !== null)?.span.error ?? null;
}

function ancestorsOf({ parent }: Node): Node[] {
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}

/** By the agent's span; where it tells none, by the last request of its conversation that does, and else the last within. */
function answerOf({ heads, conversation, all }: TurnSpans): string | null {
  const own = heads.length === 1 ? heads[0]!.told.answer : null;
  if (own !== null) return own;
  const told = ({ told: { answer } }: Node) => answer !== null;
  const last = conversation.findLast(told) ?? all.toSorted((a, b) => a.span.endMs - b.span.endMs).findLast(told);
  return last?.told.answer ?? null;
}

function usageOf(models: readonly Node[]): RecordedTurn["usage"] {
  const counts = models.map(({ span }) => tokensOf(span.attributes));
  if (counts.length === 0 || counts.some((count) => count === null)) return null;
  const sum = (part: "input" | "output") => counts.reduce((total, count) => total + (count?.[part] ?? 0), 0);
  return { input_tokens: sum("input"), output_tokens: sum("output") };
}

function servedModel(attributes: JsonObject): string {
  return textOf(attributes["gen_ai.response.model"]) || textOf(attributes["llm.model_name"]);
}
