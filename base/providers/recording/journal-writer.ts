import { sha256 } from "../../hash.ts";
import { UserError } from "../../user-error.ts";
import type { RecordedCall, RecordedEnd, RecordingContent } from "./content.ts";
import { readRecording } from "./file.ts";
import { appendToJournal, joined, journalPath, readJournal, startJournal } from "./journal.ts";
import type { AnswerTexts, RequestTexts, Text } from "./texts.ts";

export interface JournalWriter {
  /** The number of a thread's next attempt, from 1. */
  nextAttempt(thread: string): number;
  call(where: Pick<RecordedCall, "thread" | "take" | "order">, said: Said): Promise<void>;
  end(end: RecordedEnd): Promise<void>;
  /** Everything recorded so far, from before and now. */
  read(): Promise<RecordingContent>;
  /** True when something is recorded that the completed recording does not hold. */
  hasNews(): boolean;
}

interface Said {
  request: RequestTexts;
  answer: AnswerTexts;
}

const NOTHING: RecordingContent = { chunks: [], calls: [], ends: [] };

/**
 * Opens the journal of a recording: goes on with what is there, or starts one with the first call. `completed` is the
 * checksum of the recording that the run completed before, if it did.
 * @throws UserError `content` when that recording was changed since
 */
export async function openJournalWriter(path: string, completed: string | null): Promise<JournalWriter> {
  const file = journalPath(path);
  const base = completed === null ? NOTHING : await readCompleted(path, completed);
  const found = await readJournal(file);
  // One with another base is a leftover: its lines are in the completed recording already.
  const lines = found?.base === completed ? found.lines : [];
  const before = await joined(base, lines);
  let started = found !== null && found.base === completed;
  const attempts = new Map<string, number>();
  for (const { thread, take } of [...before.calls, ...before.ends])
    attempts.set(thread, Math.max(take, attempts.get(thread) ?? 0));
  const numbers = new Map(before.chunks.map((text, index) => [sha256(text), index]));
  // One after the other, and none after one that failed: a chunk's number is that of its line.
  let queue: Promise<void> = Promise.resolve();
  const append = (lines: readonly string[]): Promise<void> => {
    queue = queue.then(async () => {
      if (!started) await startJournal(file, completed);
      started = true;
      await appendToJournal(file, lines);
    });
    return queue;
  };
  return {
    nextAttempt(thread) {
      const take = (attempts.get(thread) ?? 0) + 1;
      attempts.set(thread, take);
      return take;
    },
    call(where, { request, answer }) {
      const lines: string[] = [];
      const number = ({ text, hash }: Text): number => {
        const known = numbers.get(hash);
        if (known !== undefined) return known;
        lines.push(`{"chunk":${text}}`);
        return numbers.set(hash, numbers.size).size - 1;
      };
      const call: RecordedCall = {
        ...where,
        parts: Object.fromEntries(Object.entries(request.parts).map(([name, text]) => [name, number(text)])),
        items: request.items.map(number),
        answer: { ...(answer.item && { item: number(answer.item) }), rest: number(answer.rest) },
      };
      return append([...lines, JSON.stringify({ call })]);
    },
    end: (end) => append([JSON.stringify({ end })]),
    async read() {
      await queue;
      const written = await readJournal(file);
      return joined(base, written?.base === completed ? written.lines : []);
    },
    hasNews: () => started,
  };
}

async function readCompleted(path: string, completed: string): Promise<RecordingContent> {
  const { content, hash } = await readRecording(path);
  if (hash === completed) return content;
  throw new UserError("recording", `${path} is not the recording that this run made`, {
    problems: [`expected checksum ${completed}`, `found ${hash}`],
    hint: "another run recorded to it since: record a new run",
  });
}
