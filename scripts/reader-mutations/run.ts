import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { makeRandom } from "../../base/random.ts";
import { UserError } from "../../base/user-error.ts";
import { Problems } from "../../db/corpora/folder/problems.ts";
import { checkContent } from "../../db/corpora/sources/check-content.ts";
import { chooseAdapter } from "../../db/corpora/sources/choose-adapter.ts";
import { openSource } from "../../db/corpora/sources/files.ts";
import { readCsv } from "../../harness/tabular/read-csv.ts";
import { readJudged, readRankings, readTopics } from "../../harness/trec/rankings.ts";
import { INPUTS } from "./layouts.ts";
import { mutate } from "./mutations.ts";

export interface MutationResult {
  reader: string;
  change: string;
  number: number;
  record: string;
  outcome: "read" | "told" | "silent";
}

/** What a reader took in and what it said, as texts. */
interface Reading {
  read: string;
  said: string;
}

/** Every input in turn, so that each reader gets as many changes. @throws what a reader throws and is no `UserError`. */
export async function runMutations(options: {
  folder: string;
  count: number;
  seed: number;
}): Promise<MutationResult[]> {
  const random = makeRandom("reader-mutations", options.seed);
  const place = await mkdtemp(join(tmpdir(), "scopebench-mutations-"));
  const whole = new Map<string, Reading>();
  const results: MutationResult[] = [];
  try {
    for (let turn = 0; results.length < options.count && turn < 20 * options.count; turn++) {
      const [reader, path, layout] = INPUTS[turn % INPUTS.length] as (typeof INPUTS)[number];
      const text = await readFile(join(options.folder, path), "utf8");
      const changed = mutate(text, layout, { random, number: turn });
      if (!changed) continue;
      const read = (content: string) => readAs(reader, { path: join(place, basename(path)), content });
      const before = whole.get(`${reader} ${path}`) ?? (await read(text));
      whole.set(`${reader} ${path}`, before);
      const after = await read(changed.text);
      const outcome = after.read.includes(changed.mark) ? "read" : after.said !== before.said ? "told" : "silent";
      results.push({ reader, change: changed.change, number: turn, record: changed.record, outcome });
    }
  } finally {
    await rm(place, { recursive: true });
  }
  return results;
}

async function readAs(reader: string, { path, content }: { path: string; content: string }): Promise<Reading> {
  await writeFile(path, content);
  try {
    if (reader === "trec run") return { read: JSON.stringify([...(await readRankings(path))]), said: "" };
    if (reader === "trec qrels")
      return { read: JSON.stringify([...(await readJudged(path))].map(([id, grades]) => [id, [...grades]])), said: "" };
    if (reader === "trec topics") return { read: JSON.stringify([...(await readTopics(path))]), said: "" };
    if (reader === "csv") return { read: JSON.stringify((await readCsv(path)).rows), said: "" };
    if (reader === "table xlsx") return await readSource(await asWorkbook(path, content), "table");
    return await readSource(path, reader.split(" ")[0] as string);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { read: "", said: JSON.stringify([error.message, error.problems]) };
  }
}

/** The same rows as a spreadsheet, numbers as numbers. */
async function asWorkbook(path: string, content: string): Promise<string> {
  const { read, write } = await import("@e965/xlsx");
  const book = read(content, { type: "string" });
  await writeFile(`${path}.xlsx`, write(book, { type: "buffer", bookType: "xlsx" }) as Uint8Array);
  return `${path}.xlsx`;
}

/** As an import reads it, before roles are looked for: what a corpus needs besides is no matter here. */
async function readSource(path: string, format: string): Promise<Reading> {
  const { adapter } = chooseAdapter(await openSource(path), format);
  const problems = new Problems();
  const broken: string[] = [];
  const content = await adapter.read(await openSource(path), { problems, broken, columns: {} });
  const { artifacts, links, notes } = checkContent(content, problems);
  const { retrieval, mayMention, lost } = content;
  return {
    read: JSON.stringify([artifacts, links, retrieval, mayMention]),
    said: JSON.stringify([problems.list(), broken, content.notes, notes, lost]),
  };
}
