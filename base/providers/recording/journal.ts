import { dirname } from "node:path";
import { readJsonLines, repairJsonLines } from "../../json-lines.ts";
import { makeFolder } from "../../make-folder.ts";
import { UserError } from "../../user-error.ts";
import { appendFile, writeFile } from "../../write-file.ts";
import { checkedLine } from "./check-line.ts";
import { RECORDING_VERSION, type RecordingContent, type RecordingLine } from "./content.ts";

/** First line of a journal. `base`: hash of the recording that it goes on from, null = none. */
interface JournalHead {
  cassette_journal: number;
  base: string | null;
}

/** The recording of a run that is not complete lies beside its recording. */
export function journalPath(recordingPath: string): string {
  return `${recordingPath}.part`;
}

/** A journal that is there, after a half-written last line was cut off; null when there is none. */
export async function readJournal(path: string): Promise<{ base: string | null; lines: RecordingLine[] } | null> {
  await repairJsonLines(path);
  const [head, ...lines] = await readJsonLines<unknown>(path);
  if (head === undefined) return null;
  const { cassette_journal: version, base } = head as JournalHead;
  if (version === RECORDING_VERSION) return { base, lines: lines.map((line) => checkedLine(line, path)) };
  throw new UserError("recording", `${path} was written by another version of scopebench`, {
    hint: "go on with that version, or remove the file and record again",
  });
}

/** Starts a journal. @throws UserError `content` when there is one already */
export async function startJournal(path: string, base: string | null): Promise<void> {
  const head: JournalHead = { cassette_journal: RECORDING_VERSION, base };
  try {
    await makeFolder(dirname(path));
    await writeFile(path, `${JSON.stringify(head)}\n`, { flag: "wx" });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    throw new UserError("recording", `${path} is there: another run is still writing this recording`, {
      cause,
      hint: "resume that run, or remove the file",
    });
  }
}

/** Lines that belong together go in one write: a crash leaves at most unused chunks and half a line. */
export async function appendToJournal(path: string, lines: readonly string[]): Promise<void> {
  await appendFile(path, lines.map((line) => `${line}\n`).join(""));
}

/** A recording with lines behind its own; their chunk numbers go on after the recording's. */
export async function joined(
  base: RecordingContent,
  lines: Iterable<RecordingLine> | AsyncIterable<RecordingLine>,
): Promise<RecordingContent> {
  const chunks = [...base.chunks];
  const calls = [...base.calls];
  const ends = [...base.ends];
  for await (const line of lines) {
    if ("chunk" in line) chunks.push(JSON.stringify(line.chunk));
    else if ("call" in line) calls.push(line.call);
    else ends.push(line.end);
  }
  return { chunks, calls, ends };
}
