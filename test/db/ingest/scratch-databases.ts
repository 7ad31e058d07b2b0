import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../../../base/hash.ts";
import { newEmbedding } from "../../../db/embeddings/open.ts";
import { AGE_EXTENSION_SQL, AGE_SESSION_SQL, ageGraph } from "../../../db/graph/age.ts";
import { type IngestResult, ingest } from "../../../db/ingest/index.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";
import type { EmbeddingPort, GraphPort, SqlPort } from "../../../db/ports/ports.ts";
import { copyKept } from "../../../db/postgres/kept-clusters.ts";
import { openPglite } from "../../../db/postgres/pglite.ts";
import { loadSchema } from "../../../db/schema/load.ts";
import type { Bm25Name } from "../../../db/search/bm25-dialect.ts";
import { bm25Dialect } from "../../../db/search/dialects.ts";
import { DEFAULT_ANALYSIS as analysis } from "../../../db/search/terms.ts";

export interface ScratchDatabase {
  sql: SqlPort;
  graph: GraphPort;
  /** Ingests a corpus; without an embedding to keep it learns one of 16 dimensions. */
  ingest(corpus: Corpus, keptEmbedding: EmbeddingPort | null): Promise<IngestResult>;
  close(): Promise<void>;
}

/** Databases with the schema and nothing in it, copied from one that is made once for a state of `db/`. */
export async function scratchDatabases(bm25: Bm25Name = "pg_textsearch") {
  const root = await mkdtemp(join(tmpdir(), "scopebench-ingest-"));
  const dialect = bm25Dialect(bm25);
  const open = (folder: string) => openPglite({ folder, sessionSql: AGE_SESSION_SQL });
  const statements = [
    `CREATE EXTENSION vector; ${AGE_EXTENSION_SQL} ${dialect.extensionSql}`,
    ...(await loadSchema()).map(({ sql }) => sql),
  ];
  const prepare = async (folder: string) => {
    const template = await open(folder);
    for (const statement of statements) await template.execute(statement);
    await template.close();
  };
  let made = 0;
  return {
    async make(): Promise<ScratchDatabase> {
      const folder = join(root, String(++made));
      await copyKept(folder, `-scratch-${sha256(statements.join()).slice(0, 12)}`, prepare);
      const sql = await open(folder);
      const graph = ageGraph(sql);
      const options = { type: "lsa", dimensions: 16, seed: 1, contextTokens: 128 } as const;
      return {
        sql,
        graph,
        ingest: (corpus, keptEmbedding) =>
          ingest({
            corpus,
            sql,
            graph,
            dialect,
            keptEmbedding,
            analysis,
            enrichment: null,
            hnsw: null,
            contextTokens: options.contextTokens,
            embedding: (lesson) => newEmbedding({ sql, options, analysis, environment: {} }, lesson),
            progress: () => undefined,
          }),
        async close() {
          await sql.close();
          await rm(folder, { recursive: true });
        },
      };
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
