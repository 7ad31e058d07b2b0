import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readSpans } from "../../agent/external-agents/recorded/spans.ts";
import { recordedTurns } from "../../agent/external-agents/recorded/turns.ts";
import { UserError } from "../../base/user-error.ts";
import { Problems } from "../../db/corpora/folder/problems.ts";
import { checkContent } from "../../db/corpora/sources/check-content.ts";
import { chooseAdapter } from "../../db/corpora/sources/choose-adapter.ts";
import { openSource } from "../../db/corpora/sources/files.ts";
import { readBaselineSource } from "../../harness/compare/sources/baseline-file.ts";
import { readInspectSource } from "../../harness/compare/sources/read-inspect.ts";
import { readPromptfooSource } from "../../harness/compare/sources/read-promptfoo.ts";
import { readAnswers } from "../../harness/offline-judging/read-answers.ts";
import { parseRatings } from "../../harness/ratings/csv.ts";
import { readCsv } from "../../harness/tabular/read-csv.ts";
import { readJudged, readRankings, readTopics } from "../../harness/trec/rankings.ts";

/** What a reader took in and what it said, as texts. */
export interface Reading {
  read: string;
  said: string;
  refused: boolean;
}

const took = (read: unknown, said: unknown = ""): Reading => ({
  read: JSON.stringify(read),
  said: JSON.stringify(said),
  refused: false,
});

/** Readers of one file that are no importers of a corpus. */
const READERS: Readonly<Record<string, (path: string) => Promise<Reading>>> = {
  "trec run": async (path) => took([...(await readRankings(path))]),
  "trec qrels": async (path) => took([...(await readJudged(path))].map(([id, grades]) => [id, [...grades]])),
  "trec topics": async (path) => took([...(await readTopics(path))]),
  csv: async (path) => took((await readCsv(path)).rows),
  otlp: async (path) => took(recordedTurns(await readSpans(path))),
  inspect: async (path) => took(await readInspectSource(path)),
  promptfoo: async (path) => took(await readPromptfooSource(path)),
  baseline: async (path) => took(await readBaselineSource(path)),
  ratings: async (path) => {
    const { ratings, problems } = parseRatings(await readCsv(path));
    return took(ratings, problems);
  },
  "judge answers": async (path) => {
    const answers = await readAnswers([path]);
    return took(
      answers.filter(({ value }) => value !== undefined),
      answers.filter(({ problem }) => problem),
    );
  },
};

/** @throws what a reader throws and is no `UserError` */
export async function readAs(reader: string, { path, bytes }: { path: string; bytes: Buffer }): Promise<Reading> {
  await writeFile(path, bytes);
  try {
    const own = READERS[reader];
    if (own) return await own(path);
    if (reader === "table xlsx") return await readSource(await asWorkbook(path, bytes.toString()), "table");
    if (reader === "folder") return await readSource(await asFolder(path, bytes), "folder");
    return await readSource(path, reader.split(" ")[0] as string);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { read: "", said: JSON.stringify([error.message, error.problems]), refused: true };
  }
}

/** The same rows as a spreadsheet, numbers as numbers. */
async function asWorkbook(path: string, content: string): Promise<string> {
  const { read, write } = await import("@e965/xlsx");
  const book = read(content, { type: "string" });
  await writeFile(`${path}.xlsx`, write(book, { type: "buffer", bookType: "xlsx" }) as Uint8Array);
  return `${path}.xlsx`;
}

async function asFolder(path: string, bytes: Buffer): Promise<string> {
  const folder = join(dirname(path), "folder");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "artifacts.jsonl"), bytes);
  await writeFile(join(folder, "links.csv"), "source_id,target_id\n");
  return folder;
}

/** As an import reads it, before roles are looked for: what a corpus needs besides is no matter here. */
async function readSource(path: string, format: string): Promise<Reading> {
  const { adapter } = chooseAdapter(await openSource(path), format);
  const problems = new Problems();
  const broken: string[] = [];
  const content = await adapter.read(await openSource(path), { problems, broken, columns: {} });
  const { artifacts, links, notes } = checkContent(content, problems);
  const { retrieval, mayMention, lost } = content;
  return took([artifacts, links, retrieval, mayMention], [problems.list(), broken, content.notes, notes, lost]);
}
