import type { Recording } from "../../base/providers/recording/recording.ts";
import { floatsFromText, floatsToText } from "./floats-text.ts";

/** Vectors of some texts, as a server gave them. */
export interface Batch {
  vectors: Float32Array[];
  /** Null: the server did not say. */
  tokens: number | null;
  retries: number;
}

interface Asked {
  model: string;
  dimensions: number;
  texts: readonly string[];
}

/** One request for vectors over a recording, if one is going on: recorded, or answered from the record. */
export async function recordedBatch(
  recording: Recording | null,
  { model, dimensions, texts }: Asked,
  make: () => Promise<Batch>,
): Promise<Batch> {
  if (recording === null) return make();
  const request = { parts: { embedding: { model, dimensions } }, items: texts };
  const { rest } = await recording.shared.call(request, async () => ({ rest: toJson(await make()) }));
  return fromJson(rest as JsonBatch);
}

interface JsonBatch extends Omit<Batch, "vectors"> {
  vectors: string[];
}

function toJson({ vectors, ...rest }: Batch): JsonBatch {
  return { ...rest, vectors: vectors.map(floatsToText) };
}

function fromJson({ vectors, ...rest }: JsonBatch): Batch {
  return { ...rest, vectors: vectors.map(floatsFromText) };
}
