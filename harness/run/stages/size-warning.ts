import { count, countOf } from "../../../base/counts.ts";
import type { SubstrateOptions } from "../../../db/options/substrate-options.ts";
import type { Artifacts } from "../../../db/ports/corpus.ts";

/** Measured up to here (design/substrate.md). */
const MOST_EMBEDDED = 50_000;
/** Artifacts a second on two idle cores, at that size; more of them are slower. */
const EMBEDDED_RATE = 750;

/** Said before a corpus is ingested that the embedded database is not made for: what it will cost, and what to do instead. */
export function warnOfSize(
  { artifacts }: { artifacts: Pick<Artifacts, "length"> },
  { database }: Pick<SubstrateOptions, "database">,
  log: (line: string) => void,
): void {
  if (database.type !== "embedded" || artifacts.length <= MOST_EMBEDDED) return;
  const minutes = Math.ceil(artifacts.length / EMBEDDED_RATE / 60);
  log(
    `WARNING: ${count(artifacts.length)} artifacts; the embedded database is made for up to ${count(MOST_EMBEDDED)}. This will take at least ${countOf(minutes, "minute")}, may run out of memory, and every command that opens the snapshot copies it first. Servers do not: --database postgres --graph neo4j`,
  );
}
