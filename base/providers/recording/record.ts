import { rm } from "node:fs/promises";
import type { Secret } from "../secrets/secrets.ts";
import { NO_THREAD, tidy } from "./content.ts";
import { writeRecording } from "./file.ts";
import { journalPath } from "./journal.ts";
import { type JournalWriter, openJournalWriter } from "./journal-writer.ts";
import type { RecordedAnswer, Recording, RecordingThread, ThreadName } from "./recording.ts";
import { type AnswerTexts, makeTexts, requestKey, type Texts } from "./texts.ts";

export interface RecordOptions {
  /** Where the recording will be. Until the recording is complete it lies beside it, as `<path>.part`. */
  path: string;
  /** Checksum of the recording that this run has completed before and goes on with; null = none. */
  completed: string | null;
  secrets: readonly Secret[];
}

export interface Recorder extends Recording {
  readonly mode: "record";
  /** Completes the recording: what was there before at its path is replaced. Gives its checksum and number of calls. */
  complete(): Promise<{ hash: string; calls: number }>;
  /** Removes the journal; to be called when the checksum is noted. */
  forgetJournal(): Promise<void>;
}

/**
 * Records every call as it is answered, so that a process that is killed loses only what was in flight.
 * @throws UserError `content` when the recording that is to go on was changed since
 */
export async function openRecorder({ path, completed, secrets }: RecordOptions): Promise<Recorder> {
  const journal = await openJournalWriter(path, completed);
  return {
    mode: "record",
    signal: new AbortController().signal,
    thread: (name) => recordThread(journal, name, secrets),
    shared: recordShared(journal, secrets),
    async complete() {
      const content = tidy(await journal.read());
      const calls = content.calls.length;
      return completed !== null && !journal.hasNews()
        ? { hash: completed, calls }
        : { hash: await writeRecording(path, content), calls };
    },
    forgetJournal: () => rm(journalPath(path), { force: true }),
  };
}

function recordThread(
  journal: JournalWriter,
  { name, alias }: ThreadName,
  secrets: readonly Secret[],
): RecordingThread {
  const texts = makeTexts({ alias, secrets });
  const take = journal.nextAttempt(name);
  let calls = 0;
  return {
    async call(request, make) {
      const order = calls++;
      const answer = textsOf(await make(), texts);
      await journal.call({ thread: name, take, order }, { request: texts.request(request), answer });
      return answerOf(answer, texts);
    },
    cutOff: () => journal.end({ thread: name, take, cut_off: true }),
  };
}

/** Calls of no thread: one that was recorded in this process is made again, and not recorded again. */
function recordShared(journal: JournalWriter, secrets: readonly Secret[]): RecordingThread {
  const texts = makeTexts({ secrets });
  const recorded = new Set<string>();
  return {
    async call(request, make) {
      const answer = textsOf(await make(), texts);
      const asked = texts.request(request);
      const key = requestKey(asked);
      if (!recorded.has(key)) {
        recorded.add(key);
        await journal.call({ thread: NO_THREAD, take: 0, order: 0 }, { request: asked, answer });
      }
      return answerOf(answer, texts);
    },
    cutOff: () => Promise.resolve(),
  };
}

function textsOf({ item, rest }: RecordedAnswer, texts: Texts): AnswerTexts {
  return { ...(item !== undefined && { item: texts.of(item) }), rest: texts.of(rest) };
}

function answerOf({ item, rest }: AnswerTexts, texts: Texts): RecordedAnswer {
  return { ...(item && { item: texts.value(item.text) }), rest: texts.value(rest.text) };
}
