import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { QueryFailed, type SqlPort } from "../../../db/ports/ports.ts";
import { openPglite } from "../../../db/postgres/pglite.ts";
import { detectDialect } from "../../../db/search/detect-dialect.ts";

let folder: string;
let sql: SqlPort;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-detect-"));
  sql = await openPglite({ folder });
});
afterAll(async () => {
  await sql.close();
  await rm(folder, { recursive: true });
});

it("finds pg_textsearch in PGlite and leaves nothing behind", async () => {
  expect(await detectDialect(sql)).toEqual({ name: "pg_textsearch", passedOver: [] });
  const { rows } = await sql.query("SELECT extname FROM pg_extension WHERE extname = 'pg_textsearch'");
  expect(rows).toEqual([]);
});

it("falls back to portable SQL and says why the extension is not usable", async () => {
  // What a PostgreSQL without the extension answers.
  const without: SqlPort = {
    ...sql,
    query: (text, parameters) =>
      text.includes("pg_textsearch")
        ? Promise.reject(new QueryFailed("must be loaded via shared_preload_libraries", "55000"))
        : sql.query(text, parameters),
  };
  const { name, passedOver } = await detectDialect(without);
  expect(name).toBe("portable");
  expect(passedOver).toEqual([{ name: "pg_textsearch", reason: "must be loaded via shared_preload_libraries" }]);
});
