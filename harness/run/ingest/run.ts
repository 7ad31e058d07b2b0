import type { RunStatus } from "../../../db/ingest/status.ts";
import type { IngestStep } from "../../../db/ingest/steps.ts";
import { ingestCorpus, newestSnapshot, openSubstrate, rehearseIngestStep } from "../../../db/substrate.ts";
import { completed, type Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { describeSnapshot } from "./describe-snapshot.ts";
import { ingestInputs } from "./inputs.ts";
import { MAPPING_NAMES } from "./names.ts";
import { changesText, runText } from "./runs.ts";

interface Ingest {
  config: Config;
  io: Io;
  json: boolean;
}

/** Brings the snapshot up to date and says what was done, and why. */
export async function ingestAndPrint({ config, io, json, fresh }: Ingest & { fresh: boolean }): Promise<void> {
  const { corpus, options, effects } = await ingestInputs({ config, io, ask: true });
  const { manifest, built } = await ingestCorpus(corpus, options, { ...effects, fresh });
  if (json) return io.out(jsonText({ built, ...manifest }, MAPPING_NAMES));
  io.out(completed(io, describeSnapshot(manifest)));
  if (!built) return io.out("  unchanged: this snapshot was there, nothing was written");
  const { mode, because } = manifest.lineage;
  const how = mode === "fresh" ? "built from nothing" : "built by differences";
  io.out(completed(io, `  ${how}: ${printable(because)}`));
  const { sql, close } = await openSubstrate(manifest.snapshot_hash, options, effects);
  try {
    const { readIngestStatus } = await import("../../../db/ingest/status.ts");
    const [run] = (await readIngestStatus(sql)).runs;
    if (run) io.out(changesText(run.changes, io.columns));
  } finally {
    await close();
  }
}

/** Runs one step on a copy, for its figures. */
export async function rehearseAndPrint({ config, io, json, step }: Ingest & { step: IngestStep }): Promise<void> {
  const { corpus, options, effects } = await ingestInputs({ config, io });
  const newest = await newestSnapshot(corpus, options, effects);
  const run: RunStatus = await rehearseIngestStep(corpus, options, { ...effects, step });
  if (json) return io.out(jsonText({ from: newest?.manifest.snapshot_hash ?? null, ...run }, {}));
  const on = newest ? `a copy of snapshot ${newest.manifest.snapshot_hash.slice(0, 12)}` : "an empty database";
  io.out(`step ${step}, rehearsed on ${on}`);
  io.out(runText(run, io.columns));
  io.out(completed(io, "Nothing was published. `scopebench corpus ingest` runs all steps and publishes."));
}
