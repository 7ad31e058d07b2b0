import { count, countOf } from "../../../base/counts.ts";
import { type IngestStatus, readIngestStatus } from "../../../db/ingest/status.ts";
import type { SubstrateManifest } from "../../../db/ports/substrate-manifest.ts";
import { newestSnapshot, openSubstrate } from "../../../db/substrate.ts";
import { completed, type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { ingestInputs } from "./inputs.ts";
import { MAPPING_NAMES } from "./names.ts";
import { changesText, runText } from "./runs.ts";

interface Status extends IngestStatus {
  snapshot: SubstrateManifest;
  /** Whether the snapshot is of the corpus as it is now. */
  current: boolean;
}

/** Runs, differences, unresolved references and conflicts of the newest snapshot. */
export async function printIngestStatus({
  config,
  io,
  json,
}: {
  config: Config;
  io: Io;
  json: boolean;
}): Promise<void> {
  const { corpus, options, effects } = await ingestInputs({ config, io });
  const newest = await newestSnapshot(corpus, options, effects);
  if (!newest) {
    const hint = completed(io, "Build one with: scopebench corpus ingest");
    io.out(json ? "null" : `${printable(corpus.mapping.name)}: no snapshot yet. ${hint}`);
    return;
  }
  const { sql, close } = await openSubstrate(newest.manifest.snapshot_hash, options, effects);
  try {
    const status: Status = { snapshot: newest.manifest, current: newest.current, ...(await readIngestStatus(sql)) };
    io.out(json ? jsonText(status, MAPPING_NAMES) : statusText(status, io));
  } finally {
    await close();
  }
}

function statusText({ snapshot, current, runs, unresolved, rules, conflicts, superseded }: Status, io: Io): string {
  const {
    mapping,
    snapshot_hash: snapshotHash,
    lineage,
    back_ends: backEnds,
    search,
    built_at: builtAt,
    duration_ms: durationMs,
  } = snapshot;
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, n]) => `${count(n)} ${name}`)
      .join(", ") || "none";
  const [latest] = runs;
  return [
    `${printable(mapping.name)}   snapshot ${snapshotHash.slice(0, 12)}, ${lineage.mode}, ${current ? "of the corpus as it is" : completed(io, "behind the corpus: scopebench corpus ingest")}`,
    `  built      ${builtAt.slice(0, 19).replace("T", " ")} in ${(durationMs / 1000).toFixed(1)} s`,
    `  because    ${printable(lineage.because)}`,
    `  BM25       ${backEnds.bm25}, k1 ${search.k1}, b ${search.b}`,
    `  embedding  ${printable(backEnds.embedding)} x ${backEnds.dimensions}`,
    `             learned from corpus ${lineage.embedding_learned_from.slice(0, 12)}`,
    `  resolved   ${list(rules)}`,
    `  unresolved ${list(unresolved)}`,
    `  conflicts  ${count(conflicts)} between patterns and a language model`,
    `  kept       ${countOf(superseded.payloads, "earlier payload")}, ${countOf(superseded.links, "ended link")}`,
    "",
    ...runs.map(
      (run) =>
        `run ${run.ingest_run_id}  ${run.started_at.slice(0, 19)}  ${run.status}  corpus ${run.corpus_hash.slice(0, 12)}`,
    ),
    ...(latest ? ["", changesText(latest.changes, roomOf(io)), "", runText(latest, roomOf(io))] : []),
  ].join("\n");
}
