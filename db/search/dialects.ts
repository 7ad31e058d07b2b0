import type { Bm25Dialect } from "./bm25-dialect.ts";
import { pgTextsearch } from "./pg-textsearch.ts";
import { portableBm25 } from "./portable-bm25.ts";

/** The BM25 dialects by name. */
export const BM25_DIALECTS = { pg_textsearch: pgTextsearch, portable: portableBm25 } as const satisfies Partial<
  Record<Bm25Dialect["name"], Bm25Dialect>
>;

export type Bm25Name = keyof typeof BM25_DIALECTS;
