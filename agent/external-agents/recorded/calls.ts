import { grouped } from "../../../base/grouped.ts";
import type { ToldCall } from "./messages.ts";
import { type Node, toolOf } from "./nodes.ts";
import type { OtlpSpan } from "./spans.ts";

export interface TracedCall {
  tool: string;
  arguments: unknown;
  result: unknown;
  error: string | null;
  start_ms: number;
  duration_ms: number;
}

/** The calls of tools that a turn's spans tell of: spans of their own, and those that only messages tell of. */
export function callsIn(nodes: readonly Node[], startMs: number): TracedCall[] {
  const spans = nodes.flatMap(({ span }) => callOf(span, startMs));
  const bySpans = grouped(spans, ({ tool }) => tool);
  const told = grouped(onlyOnce(nodes), ({ call }) => call.tool);
  const others = [...told].flatMap(([tool, calls]) => calls.slice(bySpans.get(tool)?.length ?? 0));
  const results = new Map(nodes.flatMap(({ told: { results } }) => results.map(({ id, result }) => [id, result])));
  const fromMessages = others.map(({ call, at }) => ({
    ...{ tool: call.tool, arguments: call.arguments, result: results.get(call.id) ?? null, error: null },
    ...{ start_ms: Math.round(at - startMs), duration_ms: 0 },
  }));
  return [...spans, ...fromMessages].sort((a, b) => a.start_ms - b.start_ms);
}

/** An agent's span repeats what its requests tell. */
function onlyOnce(nodes: readonly Node[]): { call: ToldCall; at: number }[] {
  const told = nodes.flatMap(({ span, told: { calls } }) => calls.map((call) => ({ call, at: span.endMs })));
  const keys = grouped(told, ({ call }) => JSON.stringify([call.id, call.tool, call.arguments]));
  return [...keys].flatMap(([, same]) => (same[0]!.call.id === "" ? same : same.slice(0, 1)));
}

function callOf(span: OtlpSpan, startMs: number): TracedCall[] {
  const { attributes } = span;
  const tool = toolOf(span);
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
