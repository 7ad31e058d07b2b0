import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QueryFailed, QueryTimeout, type SqlPort } from "../../../db/ports.ts";
import { bulkInsert } from "../../../db/postgres/bulk-insert.ts";
import { openPglite } from "../../../db/postgres/pglite.ts";
import { loadSchema } from "../../../db/schema/load.ts";

const RUNAWAY = "SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 1000) b";

let folder: string;
let sql: SqlPort;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-pglite-"));
  sql = await openPglite({ folder: join(folder, "pgdata"), sessionSql: "SET application_name = 'session'" });
  for (const file of await loadSchema()) await sql.execute(file.sql);
  await sql.execute("INSERT INTO core.ingest_run (corpus_name, corpus_hash) VALUES ('c', 'h')");
  await sql.execute("INSERT INTO kb.entry (entry_id, term, kind) VALUES ('KB-1', 'HO', 'acronym')");
});

afterAll(async () => {
  await sql.close();
  await rm(folder, { recursive: true, force: true });
});

describe("queries", () => {
  it("gives rows, field names in order, and numbers, booleans, JSON and nulls as JavaScript values", async () => {
    const result = await sql.query(
      `SELECT count(*) AS n, 1.5::numeric AS x, true AS b, NULL AS nothing, '{"a": [1]}'::jsonb AS j, ARRAY['p', 'q'] AS list`,
    );
    expect(result).toEqual({
      fields: ["n", "x", "b", "nothing", "j", "list"],
      rows: [{ n: 1, x: 1.5, b: true, nothing: null, j: { a: [1] }, list: ["p", "q"] }],
    });
  });

  it("passes parameters of every kind, text with quotes included", async () => {
    const { rows } = await sql.query("SELECT $1::text AS t, $2::int[] AS a, $3::text AS nothing", [
      'O\'Brien \\ "x"',
      [1, 2],
      null,
    ]);
    expect(rows).toEqual([{ t: 'O\'Brien \\ "x"', a: [1, 2], nothing: null }]);
  });

  it("rejects a wrong statement as QueryFailed with the SQL state, and goes on", async () => {
    const error = await sql.query("SELECT * FROM nowhere").catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(QueryFailed);
    expect((error as QueryFailed).sqlState).toBe("42P01");
    expect((await sql.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });

  it("refuses two statements in one query", async () => {
    await expect(sql.query("SELECT 1; SELECT 2")).rejects.toBeInstanceOf(QueryFailed);
  });
});

describe("a query past its limit", () => {
  it("is ended as QueryTimeout; queries queued behind it are answered; committed data and session settings are there", async () => {
    await sql.execute("CREATE TABLE public.kept AS SELECT 7 AS n");
    const runaway = sql.query(RUNAWAY, [], { timeoutMs: 200 });
    const queued = [1, 2, 3].map((n) => sql.query("SELECT $1::int + n AS n FROM public.kept", [n]));
    await expect(runaway).rejects.toBeInstanceOf(QueryTimeout);
    expect((await Promise.all(queued)).map((result) => result.rows[0]?.n)).toEqual([8, 9, 10]);
    expect((await sql.query("SHOW application_name")).rows).toEqual([{ application_name: "session" }]);
  });

  it("does not count the time in the queue", async () => {
    const slow = sql.query("SELECT count(*) FROM generate_series(1, 3000000)");
    const quick = sql.query("SELECT 1 AS one", [], { timeoutMs: 150 });
    await slow;
    expect((await quick).rows).toEqual([{ one: 1 }]);
  });

  it("is ended in a role's transaction as well", async () => {
    await expect(sql.query(RUNAWAY, [], { timeoutMs: 200, role: "agent_readonly" })).rejects.toBeInstanceOf(
      QueryTimeout,
    );
    expect((await sql.query("SELECT current_user AS who")).rows).toEqual([{ who: "postgres" }]);
  });
});

describe("role agent_readonly", () => {
  const asAgent = (text: string) => sql.query(text, [], { role: "agent_readonly" });
  const stateOf = async (text: string) =>
    ((await asAgent(text).catch((caught: unknown) => caught)) as QueryFailed).sqlState;

  it("reads the canonical layers by unqualified name", async () => {
    expect((await asAgent("SELECT term, current_user AS who FROM entry")).rows).toEqual([
      { term: "HO", who: "agent_readonly" },
    ]);
  });

  it.each([
    ["an INSERT", "INSERT INTO kb.entry (entry_id, term, kind) VALUES ('x', 'x', 'x')"],
    ["an UPDATE", "UPDATE kb.entry SET term = 'x'"],
    ["a DELETE", "DELETE FROM kb.entry"],
    ["a new table", "CREATE TABLE kb.mine (a int)"],
    ["a dropped table", "DROP TABLE kb.entry"],
    ["TRUNCATE", "TRUNCATE kb.entry"],
    ["source payloads", "SELECT * FROM raw.payload"],
    ["the server's files", "SELECT pg_read_file('PG_VERSION')"],
    ["password hashes", "SELECT * FROM pg_catalog.pg_authid"],
    ["leaving the role inside a SELECT", "SELECT set_config('role', 'postgres', true)"],
    ["text run as a statement", "SELECT query_to_xml('SELECT 1', true, true, '')"],
    ["large objects", "SELECT lo_from_bytea(0, 'x')"],
  ])("refuses %s", async (_what, text) => {
    expect(await stateOf(text)).toMatch(/^(42501|25006)$/);
    expect((await sql.query("SELECT count(*) AS n FROM kb.entry")).rows).toEqual([{ n: 1 }]);
  });

  it.each(["COMMIT", "ROLLBACK", "RESET ROLE", "SET ROLE postgres", "SET search_path = raw", "RESET ALL"])(
    "keeps nothing of %s for the next query",
    async (statement) => {
      await asAgent(statement).catch(() => undefined);
      const after = await asAgent(
        "SELECT current_user AS who, current_setting('transaction_read_only') AS ro, current_setting('search_path') AS path",
      );
      expect(after.rows).toEqual([{ who: "agent_readonly", ro: "on", path: "canon, enrichment, proc, rag, core, kb" }]);
      expect((await sql.query("SHOW application_name")).rows).toEqual([{ application_name: "session" }]);
    },
  );
});

describe("bulkInsert", () => {
  it("stores any text: U+0000 and half surrogates become U+FFFD, the rest is kept", async () => {
    await sql.execute("CREATE TABLE public.texts (n int, t text, j jsonb)");
    await bulkInsert(sql, {
      table: "public.texts",
      rows: [
        { n: 1, t: "a\u0000b\ud800c", j: { k: "\u0000" } },
        { n: 2, t: "'; DROP TABLE texts; -- \\ \u{1f600}", j: null },
      ],
      batch: 1,
    });
    await bulkInsert(sql, { table: "public.texts", rows: [] });
    expect((await sql.query("SELECT * FROM public.texts ORDER BY n")).rows).toEqual([
      { n: 1, t: "a\ufffdb\ufffdc", j: { k: "\ufffd" } },
      { n: 2, t: "'; DROP TABLE texts; -- \\ \u{1f600}", j: null },
    ]);
  });
});

describe("closing", () => {
  it("answers what is queued, then refuses; closing twice is harmless; the folder opens again", async () => {
    const last = sql.query("SELECT 1 AS one");
    await sql.close();
    await sql.close();
    expect((await last).rows).toEqual([{ one: 1 }]);
    await expect(sql.query("SELECT 1")).rejects.toBeInstanceOf(QueryFailed);
    sql = await openPglite({ folder: join(folder, "pgdata") });
    expect((await sql.query("SELECT term FROM kb.entry")).rows).toEqual([{ term: "HO" }]);
  });
});
