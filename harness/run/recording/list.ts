import { count, countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { NO_THREAD, type RecordedCall, type RecordingContent } from "../../../base/providers/recording/content.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable, right, table } from "../../print/text.ts";
import { type AnswerRest, chunkOf, modelOf, openContent } from "./read-content.ts";

interface ThreadRow {
  thread: string;
  models: string[];
  calls: number;
  errors: number;
  tokensIn: number;
  tokensOut: number;
  cutOff: boolean;
}

export async function listRecording(file: string, { io, json }: { io: Io; json: boolean }): Promise<void> {
  const { content, hash } = await openContent(file, io.cwd);
  const cut = new Set(content.ends.map(({ thread }) => thread));
  const rows = [...grouped(content.calls, ({ thread }) => thread)].map(([thread, calls]) =>
    describe(content, { thread, calls, cutOff: cut.has(thread) }),
  );
  if (json)
    return io.out(
      jsonText(
        { hash, calls: content.calls.length, threads: rows },
        { cutOff: "cut_off", tokensIn: "tokens_in", tokensOut: "tokens_out" },
      ),
    );
  const titles = [
    { title: "thread" },
    { title: "model" },
    right("calls"),
    right("errors"),
    right("tokens in"),
    right("out"),
  ];
  io.out(table(titles, rows.map(cellsOf), Number.POSITIVE_INFINITY));
  io.out(
    `\n${countOf(rows.length, "thread")}, ${countOf(content.calls.length, "call")}, ${hash ? `checksum ${hash}` : "still being recorded"}`,
  );
}

function describe(
  content: RecordingContent,
  { thread, calls, cutOff }: { thread: string; calls: readonly RecordedCall[]; cutOff: boolean },
): ThreadRow {
  const answers = calls.map(({ answer }) => chunkOf<AnswerRest | null>(content, answer.rest));
  const tokens = (of: "input_tokens" | "output_tokens") =>
    answers.reduce((sum, answer) => sum + (answer?.usage_metadata?.[of] ?? 0), 0);
  return {
    thread,
    models: [...new Set(calls.map((call) => modelOf(content, call)))],
    calls: calls.length,
    errors: answers.filter((answer) => answer?.error).length,
    tokensIn: tokens("input_tokens"),
    tokensOut: tokens("output_tokens"),
    cutOff,
  };
}

function cellsOf({ thread, models, calls, errors, tokensIn, tokensOut, cutOff }: ThreadRow): string[] {
  const name = thread === NO_THREAD ? "(no thread)" : `${thread}${cutOff ? " (cut off)" : ""}`;
  return [
    printable(name, { singleLine: true }),
    printable(models.join(", "), { singleLine: true }),
    ...[calls, errors, tokensIn, tokensOut].map(count),
  ];
}
