import { z } from "zod";
import { damaged } from "../../../base/providers/recording/check-line.ts";
import type { RecordedCall, RecordingContent } from "../../../base/providers/recording/content.ts";

/** What calls name is what agents, judges, embeddings, cross-encoders and live sources recorded. @throws UserError `recording` */
export function checkContent({ chunks, calls }: RecordingContent, path: string): void {
  const checked = new Set<string>();
  try {
    for (const { kind, chunk } of calls.flatMap(chunksOf)) {
      const key = `${kind} ${chunk}`;
      if (checked.size < checked.add(key).size) SCHEMAS[kind].parse(JSON.parse(chunks[chunk]!));
    }
  } catch (cause) {
    throw damaged(path, cause);
  }
}

interface NamedChunk {
  kind: keyof typeof SCHEMAS;
  chunk: number;
}

/** Parameters are compared and printed, whatever they are. */
function chunksOf({ parts, items, answer }: RecordedCall): NamedChunk[] {
  const { model, source, embedding, rerank, tools } = parts;
  const isService = model === undefined && source === undefined;
  const named: { kind: NamedChunk["kind"]; chunk: number | undefined }[] = [
    { kind: "service", chunk: isService ? (embedding ?? rerank ?? -1) : undefined },
    { kind: "model", chunk: model },
    { kind: "source", chunk: source },
    { kind: "tools", chunk: tools },
    ...items.map((chunk) => ({ kind: model === undefined ? ("text" as const) : ("message" as const), chunk })),
    { kind: "message", chunk: answer.item },
    { kind: "rest", chunk: answer.rest },
  ];
  return named.filter((entry): entry is NamedChunk => entry.chunk !== undefined);
}

const record = z.record(z.string(), z.unknown());
const SCHEMAS = {
  model: z.object({ provider: z.string(), id: z.string() }),
  service: z.object({ model: z.string() }),
  source: z.object({ name: z.string(), method: z.string(), caller: z.string() }),
  tools: z.array(z.object({ name: z.string() })),
  text: z.string(),
  message: z.object({
    role: z.string(),
    content: z.union([z.string(), z.array(record)]),
    tool_calls: z.array(z.object({ name: z.string(), args: record })).optional(),
  }),
  rest: z.union([
    z.object({ error: z.object({ name: z.string(), message: z.string() }) }),
    z.object({ vectors: z.array(z.string()) }),
    z.array(z.number()).describe("scores of a cross-encoder"),
    z.object({ type: z.string(), requests: z.array(record) }).describe("what became of a call to a live source"),
    z.object({
      usage_metadata: z.object({ input_tokens: z.number(), output_tokens: z.number() }).optional(),
      response_metadata: record,
      additional_kwargs: record,
    }),
  ]),
};
