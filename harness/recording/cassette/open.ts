import { resolve } from "node:path";
import { type Cassette, type RecordedCall, tidy } from "../../../base/providers/recording/cassette.ts";
import { readCassette } from "../../../base/providers/recording/cassette-file.ts";
import { joined, readJournal } from "../../../base/providers/recording/journal.ts";

export interface OpenedCassette {
  cassette: Cassette;
  /** Null: it is still being recorded. */
  hash: string | null;
}

/** A cassette, or what there is of one that is being recorded. */
export async function openCassette(file: string, cwd: string): Promise<OpenedCassette> {
  const path = resolve(cwd, file);
  if (!path.endsWith(".part")) return readCassette(path);
  const lines = (await readJournal(path))?.lines ?? [];
  return { cassette: tidy(joined({ chunks: [], calls: [], ends: [] }, lines)), hash: null };
}

/** What a chunk holds; the recorder wrote it. */
export function chunkOf<T>({ chunks }: Cassette, number: number): T {
  return JSON.parse(chunks[number] ?? "null") as T;
}

export function modelOf(cassette: Cassette, { parts }: RecordedCall): string {
  if (parts.model !== undefined) {
    const { provider, id } = chunkOf<{ provider: string; id: string }>(cassette, parts.model);
    return `${provider}/${id}`;
  }
  return `embedding ${chunkOf<{ model: string }>(cassette, parts.embedding ?? -1)?.model ?? ""}`;
}

/** What an answer says besides its text. */
export interface AnswerRest {
  error?: { name: string; message: string; status?: number };
  usage_metadata?: { input_tokens: number; output_tokens: number };
}
