import { sha256 } from "../../hash.ts";
import { UserError } from "../../user-error.ts";
import type { Cassette, RecordedCall, RecordedEnd } from "./cassette.ts";
import { readCassette } from "./cassette-file.ts";
import { appendToJournal, joined, journalPath, readJournal, startJournal } from "./journal.ts";
import type { AnswerTexts, RequestTexts, Text } from "./texts.ts";

export interface JournalWriter {
  /** The number of a thread's next take, from 1. */
  nextTake(thread: string): number;
  call(where: Pick<RecordedCall, "thread" | "take" | "order">, said: Said): Promise<void>;
  end(end: RecordedEnd): Promise<void>;
  /** Everything recorded so far, from before and now. */
  read(): Promise<Cassette>;
  /** True when something is recorded that the completed cassette does not hold. */
  hasNews(): boolean;
}

interface Said {
  request: RequestTexts;
  answer: AnswerTexts;
}

const NOTHING: Cassette = { chunks: [], calls: [], ends: [] };

/**
 * Opens the journal of a recording: goes on with what is there, or starts one with the first call. `completed` is the
 * checksum of the cassette that the run completed before, if it did.
 * @throws UserError `cassette` when that cassette was changed since
 */
export async function openJournalWriter(path: string, completed: string | null): Promise<JournalWriter> {
  const file = journalPath(path);
  const base = completed === null ? NOTHING : await readCompleted(path, completed);
  const found = await readJournal(file);
  // One with another base is a leftover: its lines are in the completed cassette already.
  const lines = found?.base === completed ? found.lines : [];
  const before = joined(base, lines);
  let started = found !== null && found.base === completed;
  const takes = new Map<string, number>();
  for (const { thread, take } of [...before.calls, ...before.ends])
    takes.set(thread, Math.max(take, takes.get(thread) ?? 0));
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
    nextTake(thread) {
      const take = (takes.get(thread) ?? 0) + 1;
      takes.set(thread, take);
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

async function readCompleted(path: string, completed: string): Promise<Cassette> {
  const { cassette, hash } = await readCassette(path);
  if (hash === completed) return cassette;
  throw new UserError("cassette", `${path} is not the cassette that this run recorded`, {
    problems: [`expected checksum ${completed}`, `found ${hash}`],
    hint: "another run recorded to it since: record a new run",
  });
}
