import { LRUCache } from "lru-cache";
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
  const ids = await readEntityIds(sql);
  await writeFileAtomic(runPath(runDirectory, "corpusIds"), ids.map((id) => `${JSON.stringify(id)}\n`).join(""));
}

/** The reader of the run that is worked on: judges, scores and the report read the same texts, which it remembers. */
const READERS = new LRUCache<string, IdReader>({ max: 1 });

/** Reads ids out of the run's texts. A run of an older version has no list of ids: its patterns alone say what one looks like. */
export async function readRunIds(runDirectory: string): Promise<IdReader> {
  const [{ substrate }, ids] = await Promise.all([
    readManifest(runDirectory),
    readJsonLines<unknown>(runPath(runDirectory, "corpusIds")),
  ]);
  if (!ids.every((id) => typeof id === "string"))
    throw new UserError("damaged-run", `${RUN_PATHS.corpusIds}: expected a text in each line, the id of an entity`, {
      hint: `scopebench runs verify ${runWord(runDirectory)} says for each file what to do`,
    });
  const { idPatterns, artifactTypes } = substrate?.mapping ?? {};
  const key = hashOf({ ids, idPatterns, artifactTypes });
  const reader = READERS.get(key) ?? idReader(ids, { idPatterns, artifactTypes });
  READERS.set(key, reader);
  return reader;
}
