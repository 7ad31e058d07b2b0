import { resolve } from "node:path";
import { type RecordedCall, type RecordingContent, tidy } from "../../../base/providers/recording/content.ts";
import { readRecording } from "../../../base/providers/recording/file.ts";
import { joined, readJournal } from "../../../base/providers/recording/journal.ts";
import { checkContent } from "./check-content.ts";

export interface OpenedContent {
  content: RecordingContent;
  /** Null: it is still being recorded. */
  hash: string | null;
}

/** A recording, or what there is of one that is being recorded. */
export async function openContent(file: string, cwd: string): Promise<OpenedContent> {
  const path = resolve(cwd, file);
  const opened = path.endsWith(".part") ? await readPart(path) : await readRecording(path);
  checkContent(opened.content, path);
  return opened;
}

async function readPart(path: string): Promise<OpenedContent> {
  const lines = (await readJournal(path))?.lines ?? [];
  return { content: tidy(await joined({ chunks: [], calls: [], ends: [] }, lines)), hash: null };
}

/** What a chunk holds, checked. */
export function chunkOf<T>({ chunks }: RecordingContent, number: number): T {
  return JSON.parse(chunks[number] ?? "null") as T;
}

export function modelOf(content: RecordingContent, { parts }: RecordedCall): string {
  if (parts.model !== undefined) {
    const { provider, id } = chunkOf<{ provider: string; id: string }>(content, parts.model);
    return `${provider}/${id}`;
  }
  if (parts.source !== undefined) {
    const { name, method, caller } = chunkOf<{ name: string; method: string; caller: string }>(content, parts.source);
    return `source ${name}, ${method} as ${caller}`;
  }
  const { embedding, rerank } = parts;
  const { model } = chunkOf<{ model: string }>(content, embedding ?? rerank ?? -1);
  return `${embedding === undefined ? "rerank" : "embedding"} ${model}`;
}

/** What an answer says besides its text. */
export interface AnswerRest {
  error?: { name: string; message: string; status?: number };
  usage_metadata?: { input_tokens: number; output_tokens: number };
}
