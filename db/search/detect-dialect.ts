import { QueryFailed, type SqlPort } from "../ports/ports.ts";
import type { Bm25Name } from "./bm25-dialect.ts";
import { BM25_NAMES, bm25Dialect } from "./dialects.ts";

/** What a server offers. `passedOver` says why each better dialect is not usable, in the database's words. */
export interface DetectedDialect {
  name: Bm25Name;
  passedOver: readonly { name: Bm25Name; reason: string }[];
}

/**
 * The best BM25 dialect that works on this database: pg_textsearch, else portable SQL. An extension that is
 * listed may still need a preloaded library or rights, so each is tried in a statement that undoes itself.
 */
export async function detectDialect(sql: SqlPort): Promise<DetectedDialect> {
  const passedOver: { name: Bm25Name; reason: string }[] = [];
  for (const name of BM25_NAMES) {
    const reason = await whyNot(sql, bm25Dialect(name).extensionSql);
    if (reason === null) return { name, passedOver };
    passedOver.push({ name, reason });
  }
  throw new Error("the portable dialect needs no extension");
}

/** Null when the statement works; it is rolled back by the error that ends it. */
async function whyNot(sql: SqlPort, extensionSql: string): Promise<string | null> {
  if (extensionSql === "") return null;
  try {
    await sql.query(`DO $$ BEGIN ${extensionSql} RAISE EXCEPTION USING ERRCODE = '${WORKS}'; END $$`);
  } catch (error) {
    if (!(error instanceof QueryFailed)) throw error;
    return error.sqlState === WORKS ? null : error.message;
  }
  return "the probe did not end as it should";
}

/** An error code of our own: letters from the class that SQL leaves to implementations. */
const WORKS = "SB001";
