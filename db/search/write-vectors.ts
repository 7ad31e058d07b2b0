import { batchesOf } from "../../base/batches.ts";
import type { SqlPort } from "../ports/ports.ts";

/** A chunk's embedding. */
export interface ChunkVector {
  chunkId: number;
  vector: Float32Array;
}

/** Vectors a statement: of 3,072 dimensions they are 12 MB. */
const BATCH = 500;

/**
 * Writes chunks' vectors over those that they had. They cross in binary form: as decimal text they take seven times as long.
 * Vectors of zeros (texts without a known term) have no direction and stay out.
 */
export async function writeVectors(sql: SqlPort, chunks: readonly ChunkVector[]): Promise<void> {
  for (const batch of batchesOf(chunks.filter(hasDirection), BATCH)) {
    const width = batch[0]!.vector.length;
    await sql.query(
      `INSERT INTO rag.chunk_embedding (chunk_id, entity_type, entity_id, embedding)
       SELECT chunk_id, entity_type, entity_id, ($2::real[])[(place - 1) * ${width} + 1 : place * ${width}]::vector
       FROM unnest($1::integer[]) WITH ORDINALITY AS n (chunk_id, place) JOIN rag.chunk USING (chunk_id) ORDER BY place
       ON CONFLICT (chunk_id) DO UPDATE
       SET entity_type = excluded.entity_type, entity_id = excluded.entity_id, embedding = excluded.embedding`,
      [batch.map(({ chunkId }) => chunkId), binaryReals(batch.map(({ vector }) => vector))],
      { behind: true },
    );
  }
}

export function hasDirection({ vector }: Pick<ChunkVector, "vector">): boolean {
  return vector.some((value) => value !== 0);
}

/** pg_type.dat: `float4`. */
const REAL = 700;

/** Numbers as PostgreSQL's array_recv and float4recv read one array: dimensions, nulls, type, count, first place; then each with its length. */
function binaryReals(vectors: readonly Float32Array[]): Uint8Array {
  const count = vectors.reduce((sum, { length }) => sum + length, 0);
  const head = [1, 0, REAL, count, 1];
  const bytes = new DataView(new ArrayBuffer(4 * head.length + 8 * count));
  for (const [at, value] of head.entries()) bytes.setInt32(4 * at, value);
  let at = 4 * head.length;
  for (const vector of vectors)
    for (const value of vector) {
      bytes.setInt32(at, 4);
      bytes.setFloat32(at + 4, value);
      at += 8;
    }
  return new Uint8Array(bytes.buffer);
}
