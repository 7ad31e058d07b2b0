import { LRUCache } from "lru-cache";
import { z } from "zod";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { hashOf } from "../../../base/hash.ts";
import { type IdReader, idReader } from "../../../base/ids/id-reader.ts";
import { readJsonLines } from "../../../base/json-lines.ts";
import { UserError } from "../../../base/user-error.ts";
import { readEntityIds } from "../../../db/ports/entity-ids.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { runWord } from "../../print/shell-word.ts";
import { readManifest } from "./manifest.ts";
import { RUN_PATHS, runPath } from "./paths.ts";

/** Keeps what the corpus has as an id, so that texts of the run can be read without the corpus. */
export async function writeCorpusIds(runDirectory: string, { sql }: Pick<Substrate, "sql">): Promise<void> {
  const entities = await readEntityIds(sql);
  const lines = entities.map(({ id, type }) => `${JSON.stringify({ id, type })}\n`);
  await writeFileAtomic(runPath(runDirectory, "corpusIds"), lines.join(""));
}

const lineSchema = z.union([z.strictObject({ id: z.string(), type: z.string() }), z.string()]);

/** The ids of the corpus; `tests` is undefined for a run of an older version, which has ids alone or none. */
export async function readCorpusIds(runDirectory: string): Promise<{ ids: string[]; tests: Set<string> | undefined }> {
  const lines = await readJsonLines<unknown>(runPath(runDirectory, "corpusIds"));
  const { success, data } = z.array(lineSchema).safeParse(lines);
  if (!success)
    throw new UserError(
      "damaged-run",
      `${RUN_PATHS.corpusIds}: expected in each line the id and the type of an entity`,
      {
        hint: `scopebench runs verify ${runWord(runDirectory)} says for each file what to do`,
      },
    );
  const typed = data.filter((line) => typeof line !== "string");
  const tests = typed.filter(({ type }) => type === "test_case").map(({ id }) => id);
  return {
    ids: data.map((line) => (typeof line === "string" ? line : line.id)),
    tests: typed.length > 0 ? new Set(tests) : undefined,
  };
}

/** The reader of the run that is worked on: judges, scores and the report read the same texts, which it remembers. */
const READERS = new LRUCache<string, IdReader>({ max: 1 });

/** Reads ids out of the run's texts. A run of an older version has no list of ids: its patterns alone say what one looks like. */
export async function readRunIds(runDirectory: string): Promise<IdReader> {
  const [{ substrate }, { ids, tests }] = await Promise.all([readManifest(runDirectory), readCorpusIds(runDirectory)]);
  const { idPatterns, artifactTypes } = substrate?.mapping ?? {};
  const key = hashOf({ ids, tests: tests && [...tests], idPatterns, artifactTypes });
  const reader = READERS.get(key) ?? idReader(ids, { idPatterns, artifactTypes, tests });
  READERS.set(key, reader);
  return reader;
}
