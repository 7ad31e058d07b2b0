import { sha256 } from "../../base/hash.ts";
import type { Enrichment } from "../enrichment/enrichment.ts";
import type { EmbeddingPort, Row, SqlPort } from "../ports.ts";
import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import { storable } from "../postgres/json-batches.ts";
import { termReader } from "../search/terms.ts";
import { chunkText } from "./chunking.ts";
import type { StepContext } from "./context.ts";
import { bodyOf, nameOf } from "./entity-text.ts";
import { embedChunks } from "./index-vectors.ts";
import { type ChunkChanges, toChunk } from "./indexed-chunk.ts";
import { differenceOf, removeGone, type TableDifference, writeRest } from "./reconcile.ts";

/**
 * Step 3: chunks, their BM25 index and their embeddings. A chunk is known by its entity and its place in it, keeps its
 * number, and is left alone while title and text stay. Gives the embedding, which queries need as well.
 */
export async function chunkAndEmbed(context: StepContext): Promise<EmbeddingPort> {
  const { sql, log, progress, ingestRunId } = context;
  const difference = await chunkDifference(context);
  const gone = [...(await numbersOf(sql, difference.gone)).values()];
  const fromNothing = (await highestNumber(sql)) === 0;
  // What refers to a chunk goes before it.
  const removed = gone.map((chunk_id) => ({ chunk_id }));
  if (!fromNothing) await removeIndexed(context, removed);
  await removeGone(sql, difference, log);
  const rows = await withNumbers(sql, difference);
  const wanted = { ...difference.wanted, key: ["chunk_id"], stamp: { ingest_run_id: ingestRunId } };
  await writeRest(sql, { wanted, gone: [], ...rows }, log);
  progress("chunks", 1, 3);
  const changes = { written: [...rows.changed, ...rows.added].map(toChunk), gone, fromNothing };
  await indexTerms(context, changes);
  return embedChunks(context, changes);
}

/** What stands between the stored chunks and those of the corpus. Writes nothing. */
export function chunkDifference(
  context: Pick<StepContext, "sql" | "rows" | "contextTokens" | "enrichment">,
): Promise<TableDifference> {
  return differenceOf(context.sql, {
    table: "rag.chunk",
    key: ["entity_type", "entity_id", "ordinal"],
    values: ["title", "body_sha256"],
    rows: chunkRows(context),
  });
}

/** The chunks of each entity's own text, then those of what a language model said about it. */
function chunkRows({
  rows,
  contextTokens,
  enrichment,
}: Pick<StepContext, "rows" | "contextTokens" | "enrichment">): Row[] {
  return rows.artifacts.flatMap((artifact) => {
    const said = enrichment?.values.get(artifact.id);
    const texts = [bodyOf(artifact), ...(said ? [describe(said)] : [])];
    return texts
      .flatMap((text) => chunkText(text, contextTokens))
      .map((body, ordinal) => ({
        entity_id: artifact.id,
        entity_type: artifact.role,
        ordinal,
        title: nameOf(artifact),
        body,
        body_sha256: sha256(String(storable("body", body))),
      }));
  });
}

/** What a language model said about a text, as a text. Whose words these are is told, since they are no record's. */
function describe({ summary, tags, component_class, specifications }: Enrichment): string {
  const lists = [
    ["Topics", tags],
    ["Component", component_class === null ? [] : [component_class]],
    ["Specifications", specifications],
  ] as const;
  return [
    `Summary by a language model: ${summary}`,
    ...lists.flatMap(([name, values]) => (values.length === 0 ? [] : [`${name}: ${values.join(", ")}`])),
  ].join("\n");
}

/** A changed chunk keeps its number; new ones count on, so that the chunks of an entity are in order. */
async function withNumbers(
  sql: SqlPort,
  { added, changed }: TableDifference,
): Promise<{ added: Row[]; changed: Row[] }> {
  const first = (await highestNumber(sql)) + 1;
  const numbers = await numbersOf(sql, changed);
  // The database computes the hash of the text itself.
  const numbered = ({ body_sha256: _, ...row }: Row, chunk_id: number | undefined): Row => ({ chunk_id, ...row });
  return {
    added: added.map((row, at) => numbered(row, first + at)),
    changed: changed.map((row) => numbered(row, numbers.get(keyOf(row)))),
  };
}

async function highestNumber(sql: SqlPort): Promise<number> {
  const { rows } = await sql.query("SELECT coalesce(max(chunk_id), 0) AS highest FROM rag.chunk");
  return Number(rows[0]!.highest);
}

/** Numbers of stored chunks by entity and place. */
async function numbersOf(sql: SqlPort, chunks: readonly Row[]): Promise<Map<string, number>> {
  if (chunks.length === 0) return new Map();
  const keys = chunks.map(({ entity_type, entity_id, ordinal }) => ({ entity_type, entity_id, ordinal }));
  const { rows } = await sql.query<Row & { chunk_id: number }>(
    `SELECT c.chunk_id, entity_type, entity_id, ordinal
     FROM rag.chunk c JOIN json_populate_recordset(NULL::rag.chunk, $1::json) k USING (entity_type, entity_id, ordinal)`,
    [JSON.stringify(keys, storable)],
  );
  return new Map(rows.map((row) => [keyOf(row), row.chunk_id]));
}

function keyOf({ entity_type, entity_id, ordinal }: Row): string {
  return JSON.stringify([entity_type, entity_id, ordinal], storable);
}

async function removeIndexed({ sql, log }: StepContext, rows: readonly Row[]): Promise<void> {
  for (const table of ["rag.chunk_terms", "rag.chunk_embedding"])
    await removeGone(
      sql,
      { wanted: { table, key: ["chunk_id"], values: [], rows: [] }, gone: rows, added: [], changed: [] },
      log,
    );
}

/** Terms of new and changed chunks, and what ranks them. */
async function indexTerms(
  { sql, dialect, analysis, log }: StepContext,
  { written, gone, fromNothing }: ChunkChanges,
): Promise<void> {
  const termsOf = termReader(analysis);
  const terms = written.map(({ chunkId, indexed }) => ({ chunkId, terms: termsOf(indexed).join(" ") }));
  log.add("rag.chunk_terms", fromNothing ? { inserted: terms.length } : { updated: terms.length });
  if (fromNothing) return dialect.build(sql, terms);
  if (written.length + gone.length === 0) return;
  const rows = terms.map((chunk) => ({ chunk_id: chunk.chunkId, terms: chunk.terms }));
  await bulkUpsert(sql, { table: "rag.chunk_terms", key: ["chunk_id"], rows });
  await dialect.refresh(sql);
}
