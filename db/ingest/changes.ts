import { sha256 } from "../../base/hash.ts";
import type { ArtifactRole } from "../corpus.ts";
import type { Row, SqlPort } from "../ports.ts";
import { type CorpusRows, contentHash, type MappedArtifact } from "./corpus-rows.ts";
import { firstProtocols } from "./procedures.ts";

/** An artifact whose canonical row is new or changed. */
export interface Entry {
  artifact: MappedArtifact;
  change: "new" | "changed";
  /** Of the artifact as it came. */
  contentHash: string;
  /** Of all that decides the canonical row. */
  sourceHash: string;
  /** The payload that holds this very content already, null when a new one is needed. */
  payloadId: number | null;
}

/** What differs between a corpus and the canonical rows of a database. */
export interface Changes {
  entries: readonly Entry[];
  gone: readonly { entityId: string; entityType: ArtifactRole }[];
  counts: ChangeCounts;
}

/** Rows of each kind that a run left alone, wrote anew, added and removed. Kinds without any are left out. */
export type ChangeCounts = Partial<Record<ArtifactRole, Record<"unchanged" | "changed" | "new" | "gone", number>>>;

/** Compares by hash, writes nothing. An artifact with another role is gone as the one and new as the other. */
export async function detectChanges(sql: SqlPort, rows: CorpusRows): Promise<Changes> {
  const sources = await readSources(sql);
  const protocols = firstProtocols(rows);
  const entries: Entry[] = [];
  const gone: { entityId: string; entityType: ArtifactRole }[] = [];
  const counts: ChangeCounts = {};
  for (const artifact of rows.artifacts) {
    const source = sources.get(artifact.id);
    const hash = contentHash(artifact);
    const sourceHash = sha256(JSON.stringify([hash, artifact.role, artifact.subtype, protocols.get(artifact.id)]));
    const sameRole = source?.entity_type === artifact.role;
    if (source && !sameRole) gone.push({ entityId: artifact.id, entityType: source.entity_type });
    const change = !sameRole ? "new" : source.source_hash === sourceHash ? "unchanged" : "changed";
    countIn(counts, artifact.role, change);
    if (change === "unchanged") continue;
    const payloadId = source?.content_hash === hash ? source.payload_id : null;
    entries.push({ artifact, change, contentHash: hash, sourceHash, payloadId });
  }
  for (const { entity_id, entity_type } of sources.values())
    if (!rows.byId.has(entity_id)) gone.push({ entityId: entity_id, entityType: entity_type });
  for (const { entityType } of gone) countIn(counts, entityType, "gone");
  return { entries, gone, counts };
}

type SourceRow = Row & {
  entity_id: string;
  entity_type: ArtifactRole;
  source_hash: string;
  payload_id: number;
  content_hash: string;
};

async function readSources(sql: SqlPort): Promise<Map<string, SourceRow>> {
  const { rows } = await sql.query<SourceRow>(
    "SELECT s.entity_id, s.entity_type, s.source_hash, s.payload_id, p.content_hash FROM raw.entity_source s JOIN raw.payload p USING (payload_id)",
  );
  return new Map(rows.map((row) => [row.entity_id, row]));
}

function countIn(counts: ChangeCounts, role: ArtifactRole, change: "unchanged" | "changed" | "new" | "gone"): void {
  counts[role] ??= { unchanged: 0, changed: 0, new: 0, gone: 0 };
  counts[role][change]++;
}
