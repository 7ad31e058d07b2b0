import { batchesOf } from "../../base/batches.ts";
import { sha256 } from "../../base/hash.ts";
import type { ArtifactRole } from "../ports/corpus.ts";
import { contentHash, type MappedArtifact, type StreamedRows } from "../ports/corpus-rows.ts";
import type { Row, SqlPort } from "../ports/ports.ts";
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

/** What differs between a corpus and the canonical rows of a database, besides the entries. */
export interface Changes {
  gone: readonly { entityId: string; entityType: ArtifactRole }[];
  counts: ChangeCounts;
}

/** Rows of each kind that a run left alone, wrote anew, added and removed. Kinds without any are left out. */
export type ChangeCounts = Partial<Record<ArtifactRole, Record<"unchanged" | "changed" | "new" | "gone", number>>>;

/** Artifacts that are compared, and taken, at a time. */
const BATCH = 1000;

/**
 * Compares by hash, writes nothing; `take` gets the entries as they are found, some at a time. An artifact with another role is
 * gone as the one and new as the other.
 */
export async function detectChanges(
  sql: SqlPort,
  rows: StreamedRows,
  take: (entries: Entry[]) => Promise<void>,
): Promise<Changes> {
  const stored = await readTypes(sql);
  const protocols = firstProtocols(rows);
  const gone: { entityId: string; entityType: ArtifactRole }[] = [];
  const counts: ChangeCounts = {};
  for (const artifacts of batchesOf(rows.artifacts, BATCH)) {
    const known = artifacts.map(({ id }) => id).filter((id) => stored.has(id));
    const sources = await readSources(sql, known);
    const compare = (artifact: MappedArtifact): Entry[] => {
      const source = sources.get(artifact.id);
      const hash = contentHash(artifact);
      const sourceHash = sha256(JSON.stringify([hash, artifact.role, artifact.subtype, protocols.get(artifact.id)]));
      const sameRole = source?.entity_type === artifact.role;
      if (source && !sameRole) gone.push({ entityId: artifact.id, entityType: source.entity_type });
      const change = !sameRole ? "new" : source.source_hash === sourceHash ? "unchanged" : "changed";
      countIn(counts, artifact.role, change);
      if (change === "unchanged") return [];
      const payloadId = source?.content_hash === hash ? source.payload_id : null;
      return [{ artifact, change, contentHash: hash, sourceHash, payloadId }];
    };
    await take(artifacts.flatMap(compare));
  }
  for (const [entityId, entityType] of stored) if (!rows.byId.has(entityId)) gone.push({ entityId, entityType });
  for (const { entityType } of gone) countIn(counts, entityType, "gone");
  return { gone, counts };
}

type SourceRow = Row & {
  entity_id: string;
  entity_type: ArtifactRole;
  source_hash: string;
  payload_id: number;
  content_hash: string;
};

async function readTypes(sql: SqlPort): Promise<Map<string, ArtifactRole>> {
  const { rows } = await sql.query<Pick<SourceRow, "entity_id" | "entity_type">>(
    "SELECT entity_id, entity_type FROM raw.entity_source ORDER BY entity_id",
  );
  return new Map(rows.map((row) => [row.entity_id, row.entity_type]));
}

async function readSources(sql: SqlPort, ids: readonly string[]): Promise<Map<string, SourceRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query<SourceRow>(
    `SELECT s.entity_id, s.entity_type, s.source_hash, s.payload_id, p.content_hash
     FROM raw.entity_source s JOIN raw.payload p USING (payload_id) WHERE s.entity_id = ANY($1::text[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.entity_id, row]));
}

function countIn(counts: ChangeCounts, role: ArtifactRole, change: "unchanged" | "changed" | "new" | "gone"): void {
  counts[role] ??= { unchanged: 0, changed: 0, new: 0, gone: 0 };
  counts[role][change]++;
}
