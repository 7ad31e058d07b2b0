import type { Saturation } from "../ports/substrate-manifest.ts";
import { type Bm25Dialect, type Bm25Name, DEFAULT_SATURATION } from "./bm25-dialect.ts";
import { pgTextsearch } from "./pg-textsearch.ts";
import { portableBm25 } from "./portable-bm25.ts";

/** The BM25 dialects by name, best first: the order in which they are looked for. */
const DIALECTS = {
  pg_textsearch: pgTextsearch,
  portable: portableBm25,
} as const satisfies Record<Bm25Name, (saturation: Saturation) => Bm25Dialect>;

export const BM25_NAMES = Object.keys(DIALECTS) as [Bm25Name, ...Bm25Name[]];

/** A dialect with its parameters. */
export function bm25Dialect(name: Bm25Name, saturation: Saturation = DEFAULT_SATURATION): Bm25Dialect {
  return DIALECTS[name](saturation);
}
