import { sha256 } from "../../base/hash.ts";
import type { Enrichment } from "../enrichment/enrichment.ts";
import { bodyOf, headingOf } from "../ports/entity-text.ts";
import type { EmbeddingPort, Row, SqlPort } from "../ports/ports.ts";
import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import { storable, storableJson } from "../postgres/json-batches.ts";
import { CHUNK_TERMS, CREATE_CHUNK_TERMS } from "../search/chunk-terms.ts";
import { termReader } from "../search/terms.ts";
import { chunkText } from "./chunking.ts";
import type { StepContext } from "./context.ts";
import { embedChunks } from "./index-vectors.ts";
import { toChunk } from "./indexed-chunk.ts";
import { removeRows, slicesOf, TableComparison, writeRows } from "./reconcile.ts";

type ChunkContext = Pick<StepContext, "sql" | "rows" | "contextTokens" | "enrichment">;

const CHUNKS = {
  table: "rag.chunk",
  key: ["entity_type", "entity_id", "ordinal"],
  values: ["title", "body_sha256"],
  owner: "entity_id",
};
/** Chunks at a time: of a page each. */
const SLICE = 1000;

/**
 * Step 3: chunks, their BM25 index and their embeddings. A chunk is known by its entity and its place in it, keeps its
 * number, and is left alone while title and text stay. Gives the embedding, which queries need as well.
 */
export async function chunkAndEmbed(context: StepContext): Promise<EmbeddingPort> {
  const { sql, dialect } = context;
  const fromNothing = (await highestNumber(sql)) === 0;
  if (fromNothing) await sql.execute(CREATE_CHUNK_TERMS);
  // What refers to a chunk goes before it, and its number may be given anew.
  const gone = fromNothing ? 0 : await removeGone(context);
  const written = await writeChunks(context, fromNothing);
  if (fromNothing || written.length + gone > 0) await dialect.index(sql);
  return embedChunks(context, { written, fromNothing });
}

/** Share of the stored chunks that are not those of the corpus, or are missing. Writes nothing. */
export async function countChunkChanges(context: ChunkContext): Promise<number> {
  const comparison = new TableComparison(context.sql, CHUNKS);
  let count = 0;
  for (const slice of slicesOf(chunkRows(context), CHUNKS.owner, SLICE)) {
    const { added, changed, gone } = await comparison.compare(slice);
    count += added.length + changed.length + gone.length;
  }
  for await (const gone of comparison.ofOthers()) count += gone.length;
  return count;
}

async function removeGone(context: StepContext): Promise<number> {
  const { sql, log } = context;
  const comparison = new TableComparison(sql, CHUNKS);
  let count = 0;
  const remove = async (gone: readonly Row[]): Promise<void> => {
    const rows = [...(await numbersOf(sql, gone)).values()].map((chunk_id) => ({ chunk_id }));
    for (const table of ["rag.chunk_terms", "rag.chunk_embedding", CHUNKS.table])
      await removeRows(sql, { table, key: ["chunk_id"], rows }, log);
    count += rows.length;
  };
  for (const slice of slicesOf(chunkRows(context), CHUNKS.owner, SLICE))
    await remove((await comparison.compare(slice)).gone);
  for await (const gone of comparison.ofOthers()) await remove(gone);
  return count;
}

/** New and changed chunks with their terms; gives their numbers. */
async function writeChunks(context: StepContext, fromNothing: boolean): Promise<number[]> {
  const { sql, log, progress, ingestRunId, rows, analysis } = context;
  const comparison = new TableComparison(sql, CHUNKS);
  const decided = { ...CHUNKS, key: ["chunk_id"], stamp: { ingest_run_id: ingestRunId } };
  const termsOf = termReader(analysis);
  const written: number[] = [];
  let next = (await highestNumber(sql)) + 1;
  let done = 0;
  for (const slice of slicesOf(chunkRows(context), CHUNKS.owner, SLICE)) {
    const difference = await comparison.compare(slice);
    const numbers = await numbersOf(sql, difference.changed);
    const changed = difference.changed.map((row) => numbered(row, numbers.get(keyOf(row))));
    // New ones count on, so that the chunks of an entity are in order.
    const added = difference.added.map((row) => numbered(row, next++));
    await writeRows(sql, { ...decided, added, changed }, log);
    const terms = [...changed, ...added].map(toChunk).map(({ chunkId, indexed }) => ({
      chunk_id: chunkId,
      terms: termsOf(indexed).join(" "),
    }));
    await bulkUpsert(sql, { table: CHUNK_TERMS, key: ["chunk_id"], rows: terms });
    log.add(CHUNK_TERMS, fromNothing ? { inserted: terms.length } : { updated: terms.length });
    for (const { chunk_id } of terms) written.push(chunk_id);
    done += slice.length;
    progress("chunks", done, 2 * Math.max(done, rows.byId.size));
  }
  return written;
}

/** The chunks of each entity's own text, then those of what a language model said about it. */
function* chunkRows({ rows, contextTokens, enrichment }: Omit<ChunkContext, "sql">): Generator<Row> {
  for (const artifact of rows.artifacts) {
    const said = enrichment?.values.get(artifact.id);
    const texts = [bodyOf(artifact), ...(said ? [describe(said)] : [])];
    let ordinal = 0;
    for (const body of texts.flatMap((text) => chunkText(text, contextTokens)))
      yield {
        entity_id: artifact.id,
        entity_type: artifact.role,
        ordinal: ordinal++,
        title: headingOf(artifact),
        body,
        body_sha256: sha256(String(storable("body", body))),
      };
  }
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

/** The database computes the hash of the text itself. */
function numbered({ body_sha256: _, ...row }: Row, chunk_id: number | undefined): Row {
  return { chunk_id, ...row };
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
    [storableJson(keys)],
  );
  return new Map(rows.map((row) => [keyOf(row), row.chunk_id]));
}

function keyOf({ entity_type, entity_id, ordinal }: Row): string {
  return storableJson([entity_type, entity_id, ordinal]);
}
