import { fileURLToPath } from "node:url";
import { generateTelecomCorpus } from "../../db/corpora/telecom/index.ts";
import type { Corpus } from "../../db/ports/corpus.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { buildSubstrate, openSubstrate } from "../../db/substrate.ts";
import { readCorpusFolder } from "../../import/folder/jsonl.ts";
import { smallSubstrateOptions } from "../db/small-corpus.ts";

/** A twentieth of the default corpus: every role and difficulty, about 570 test cases. Built once for a state of `db/`. */
export function openTelecom(): Promise<Substrate> {
  return openCorpus(generateTelecomCorpus({ seed: 3, scale: 0.05 }));
}

/** Network devices' test plans by others, a sixth of them. */
export function readOpenconfig(): Promise<Corpus> {
  return readCorpusFolder(fileURLToPath(new URL("../input/openconfig", import.meta.url)));
}

export async function openCorpus(corpus: Corpus): Promise<Substrate> {
  const options = await smallSubstrateOptions();
  const manifest = await buildSubstrate(corpus, options);
  return openSubstrate(manifest.snapshot_hash, options);
}

/** Takes a role away from a private copy. Its graph stays, which nothing should ask. */
export async function dropRole(substrate: Substrate, role: keyof typeof TABLES): Promise<void> {
  await substrate.sql.execute(TABLES[role].map((table) => `DELETE FROM ${table};`).join("\n"));
}

const TABLES = {
  catalog: [
    "proc.test_case_protocol",
    "proc.test_case_message",
    "proc.message_alias",
    "proc.message_protocol",
    "proc.message",
    "proc.protocol",
  ],
  backlog: ["core.trace_link", "canon.containment", "canon.backlog_item"],
  tests: ["proc.test_case_protocol", "proc.test_case_message", "core.trace_link", "canon.test_case"],
};
