import { existsSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "../../print/shell-word.ts";
import type { Config } from "../../record/config/schema.ts";
import { SCENARIO_FILE } from "../ingest/names.ts";

/** A corpus that came with questions, and a configuration that asks others: nobody should learn that from the report. */
export function ownQuestions({ corpus, scenarios }: Pick<Config, "corpus" | "scenarios">): string[] {
  if (corpus.type !== "folder" || scenarios.file !== undefined) return [];
  const path = join(corpus.path, SCENARIO_FILE);
  return existsSync(path)
    ? [
        `note: the corpus has questions of its own, and others are generated; to ask its own: --scenario-file ${shellWord(path)}`,
      ]
    : [];
}
