import { type JsonObject, textOf } from "../../../base/json-object.ts";
import { toldBy } from "./messages.ts";
import type { OtlpSpan } from "./spans.ts";

/** A span with what it tells and what happened within. */
export interface Node {
  span: OtlpSpan;
  told: ReturnType<typeof toldBy>;
  parent: Node | null;
  children: Node[];
}

/** The spans of one trace as trees, children in the order in which they began. */
export function treesOf(trace: readonly OtlpSpan[]): Node[] {
  const nodes = new Map<string, Node>();
  for (const span of trace.toSorted((a, b) => a.startMs - b.startMs))
    nodes.set(span.spanId, { span, told: toldBy(span), parent: null, children: [] });
  const roots: Node[] = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node.span.parentId);
    if (parent && !isEndless(node, nodes)) {
      node.parent = parent;
      parent.children.push(node);
    } else roots.push(node);
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

export function withDescendants(node: Node): Node[] {
  return [node, ...node.children.flatMap(withDescendants)];
}

/** An agent's span is a turn by itself: asked the same again, it answers again. */
export function isAgent({ span: { attributes } }: Node): boolean {
  return attributes["gen_ai.operation.name"] === "invoke_agent" || attributes["openinference.span.kind"] === "AGENT";
}

/** One request to a model. */
export function isRequest({ span: { attributes } }: Node): boolean {
  const operation = textOf(attributes["gen_ai.operation.name"]);
  return (
    ["chat", "text_completion", "generate_content", "response"].includes(operation) ||
    attributes["openinference.span.kind"] === "LLM"
  );
}

/** The tool that a span calls; "" for none. */
export function toolOf({ attributes }: Pick<OtlpSpan, "attributes">): string {
  const named = textOf(attributes["gen_ai.tool.name"]) || textOf(attributes["ai.toolCall.name"]);
  const kind = textOf(attributes["openinference.span.kind"]) || textOf(attributes["traceloop.span.kind"]);
  const other = textOf(attributes["tool.name"]) || textOf(attributes["traceloop.entity.name"]);
  return named || (kind.toUpperCase() === "TOOL" ? other : "");
}

/** Requests to models: the innermost spans that count tokens, since an agent's repeats those of its requests. */
export function modelsIn(node: Node): Node[] {
  const inner = node.children.flatMap(modelsIn);
  if (inner.length > 0) return inner;
  return tokensOf(node.span.attributes) || isRequest(node) ? [node] : [];
}

export function tokensOf(attributes: JsonObject): { input: number; output: number } | null {
  const first = (...names: string[]) =>
    names.map((name) => attributes[name]).find((value) => Number.isSafeInteger(value) && (value as number) >= 0);
  const input = first("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt");
  const output = first("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion");
  return input === undefined || output === undefined ? null : { input: input as number, output: output as number };
}
