import { UserError } from "../../../base/user-error.ts";
import { changesOf, type RowProvenance, readProvenance } from "../../../db/ingest/provenance.ts";
import type { Row } from "../../../db/ports/ports.ts";
import { newestSnapshot, openSubstrate } from "../../../db/substrate.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import type { Config } from "../../record/config/schema.ts";
import { ingestInputs } from "./inputs.ts";
import { whyText } from "./why-text.ts";

/**
 * Prints the chain behind a canonical row of the newest snapshot, from the ingest run to the graph.
 * @throws UserError `substrate` without a snapshot, `input` for an id that no row has
 */
export async function printWhy(
  id: string,
  { config, io, json }: { config: Config; io: Io; json: boolean },
): Promise<void> {
  const { corpus, options, effects } = await ingestInputs({ config, io });
  const newest = await newestSnapshot(corpus, options, effects);
  if (!newest)
    throw new UserError("substrate", `${corpus.mapping.name}: expected a snapshot, found none`, {
      hint: "build it with `scopebench corpus ingest`",
    });
  const { sql, graph, close } = await openSubstrate(newest.manifest.snapshot_hash, options, effects);
  try {
    const chain = await readProvenance(sql, graph, id);
    if (!chain) throw notThere(id, await changesOf(sql, id));
    io.out(
      json
        ? jsonText({ snapshot: newest.manifest.snapshot_hash, ...chain }, { referredBy: "referred_by" })
        : text(chain, io),
    );
  } finally {
    await close();
  }
}

function text(chain: RowProvenance, io: Io): string {
  return whyText(chain, io.terminal ? Math.min(io.columns, 100) : roomOf(io));
}

function notThere(id: string, changes: readonly Row[]): UserError {
  const last = changes.at(-1);
  const was = last ? `; run ${String(last.ingest_run_id)} found it gone` : "";
  return new UserError("input", `no canonical row has the id ${id}${was}`, {
    hint: "ids are exact; `scopebench assistant tool identifier_lookup` tries letter case and notes as well",
  });
}
