import type { Bm25Dialect } from "./bm25-dialect.ts";
import { pgTextsearch } from "./pg-textsearch.ts";

/** The BM25 dialects by name. */
export const BM25_DIALECTS = { pg_textsearch: pgTextsearch } as const satisfies Partial<
  Record<Bm25Dialect["name"], Bm25Dialect>
>;

export type Bm25Name = keyof typeof BM25_DIALECTS;
