import { countOf } from "../../../base/counts.ts";
import type { RecordedCall, RecordingContent } from "../../../base/providers/recording/content.ts";
import { UserError } from "../../../base/user-error.ts";
import { coloursOf } from "../../print/colours.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import { type AnswerRest, chunkOf, modelOf, openContent } from "./read-content.ts";

interface Asked {
  io: Io;
  thread: string | undefined;
  /** From 1. */
  number: number | undefined;
}

/** Prints calls in order. Of a thread's later calls only what the one before them did not have. */
export async function showRecording(file: string, { io, thread, number }: Asked): Promise<void> {
  const { content } = await openContent(file, io.cwd);
  const wanted = callsOf(content, thread);
  const chosen = number === undefined ? wanted : wanted.filter(({ order }) => order === number - 1);
  if (chosen.length === 0)
    throw new UserError("input", `there is no call ${number ?? ""} of a thread like '${thread ?? ""}' in ${file}`, {
      hint: `scopebench runs recording list ${file}`,
    });
  let before: RecordedCall | null = null;
  for (const call of chosen) {
    printCall(content, { call, before: before?.thread === call.thread ? before : null, io });
    before = call;
  }
}

/** An exact name is one thread. */
function callsOf({ calls }: RecordingContent, thread: string | undefined): readonly RecordedCall[] {
  if (thread === undefined) return calls;
  const exact = calls.filter((call) => call.thread === thread);
  return exact.length > 0 ? exact : calls.filter((call) => call.thread.includes(thread));
}

function printCall(
  content: RecordingContent,
  { call, before, io }: { call: RecordedCall; before: RecordedCall | null; io: Io },
): void {
  const { bold, dim, green, red } = coloursOf(io);
  const text = (chunk: number) => printable(renderItem(chunkOf(content, chunk)));
  io.out(bold(`\n── ${printable(call.thread)} ${call.order + 1} · ${printable(modelOf(content, call))}`));
  for (const [name, chunk] of Object.entries(call.parts))
    if (before?.parts[name] !== chunk && name !== "model")
      io.out(dim(`${name} ${printable(renderPart(chunkOf(content, chunk)))}`));
  const known = new Set([...(before?.items ?? []), before?.answer.item]);
  for (const chunk of call.items) if (!known.has(chunk)) io.out(text(chunk));
  const { error, usage_metadata: usage } = chunkOf<AnswerRest | null>(content, call.answer.rest) ?? {};
  if (error) io.out(red(`✗ ${printable(`${error.name} ${error.status ?? ""} ${error.message}`)}`));
  if (call.answer.item !== undefined) io.out(`${green("→")} ${text(call.answer.item)}`);
  if (usage) io.out(dim(`  ${countOf(usage.input_tokens, "token")} in, ${usage.output_tokens} out`));
}

/** Tools by their names: their schemas are the same in every call. */
function renderPart(part: unknown): string {
  return Array.isArray(part)
    ? part.map((tool: { name?: string }) => tool.name ?? "?").join(", ")
    : JSON.stringify(part);
}

interface Item {
  role?: string;
  content?: unknown;
  tool_calls?: { name: string; args: unknown }[];
}

function renderItem(item: Item | string): string {
  if (typeof item === "string") return item;
  const calls = (item.tool_calls ?? []).map(({ name, args }) => `${name} ${JSON.stringify(args)}`);
  return `[${item.role}] ${[textOf(item.content), ...calls].filter((part) => part !== "").join("\n  ")}`;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content ?? "");
  return content.map((block: { text?: string }) => block.text ?? JSON.stringify(block)).join("\n");
}
