import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { jsonOrUndefined } from "../../../base/json-object.ts";
import { UserError } from "../../../base/user-error.ts";
import { type CorpusPatterns, corpusPatternsSchema, readCorpusPatterns } from "../../../db/issues/patterns.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { runWord } from "../../print/shell-word.ts";
import { RUN_PATHS, runPath } from "./paths.ts";

/** Keeps the fault patterns of the corpus, so that pages can be made without it; nothing of a corpus that has none. */
export async function writePatterns(runDirectory: string, substrate: Pick<Substrate, "sql">): Promise<void> {
  const path = runPath(runDirectory, "patterns");
  const patterns = await readCorpusPatterns(substrate);
  if (patterns === null) await rm(path, { force: true });
  else await writeFileAtomic(path, JSON.stringify(patterns));
}

/** Null for a corpus without patterns. @throws UserError `damaged-run` where the file is not what `generate` writes */
export async function readPatterns(runDirectory: string): Promise<CorpusPatterns | null> {
  const path = runPath(runDirectory, "patterns");
  if (!existsSync(path)) return null;
  const { data } = corpusPatternsSchema.safeParse(jsonOrUndefined(await readFile(path, "utf8")));
  if (data) return data;
  throw new UserError("damaged-run", `${RUN_PATHS.patterns}: expected patterns with their reports`, {
    hint: `scopebench runs verify ${runWord(runDirectory)} says for each file what to do`,
  });
}
