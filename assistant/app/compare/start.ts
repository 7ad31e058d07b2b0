import type { Client } from "@langchain/langgraph-sdk/client";
import type { AskedText } from "../ask/question.ts";
import { keepFile } from "../service/changes.ts";
import { searchDocuments, writeDocument } from "../service/documents.ts";
import type { SourceTokens } from "../service/sources.ts";
import type { AssistantInfo } from "../service/wire.ts";
import { answerFor, type ComparisonRecord, drawLeft } from "./preference.ts";

export interface Compared extends AskedText {
  assistants: readonly [AssistantInfo, AssistantInfo];
  blind: boolean;
  sources: SourceTokens;
}

/** Asks two configurations the same, each on a thread of its own. Gives the address of the comparison. */
export async function startComparison(
  client: Client,
  { question, file, assistants, blind, sources }: Compared,
): Promise<string> {
  const ordered = assistants.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const [a, b] = await Promise.all(
    ordered.map(async (assistant) => answerFor(assistant, (await client.threads.create()).thread_id)),
  );
  if (file) for (const { thread_id } of [a!, b!]) await keepFile(thread_id, file);
  const pair = { a: a!, b: b! };
  const left = drawLeft(pair, await searchDocuments<ComparisonRecord>("preference"));
  const record: ComparisonRecord = { question, blind, ...pair, left, choice: null, comment: "" };
  await writeDocument({ threadId: pair.a.thread_id, kind: "preference", key: pair.b.thread_id }, record);
  const input = { messages: [{ type: "human", content: question }] };
  const config = { configurable: { safe_mode: false, sources } };
  for (const { thread_id, assistant_id } of [pair.a, pair.b])
    await client.runs.create(thread_id, assistant_id, { input, config });
  return `#compare=${pair.a.thread_id}.${pair.b.thread_id}`;
}
