import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QueryFailed, QueryTimeout, type SqlPort } from "../../db/ports/ports.ts";
import { bulkInsert } from "../../db/postgres/bulk-insert.ts";
import { openPglite } from "../../db/postgres/pglite.ts";
import { checkReferencesLater } from "../../db/postgres/references-later.ts";
import { openServer } from "../../db/postgres/server.ts";
import { loadSchema } from "../../db/schema/load.ts";
import { createTestDatabase, describeOn, testPostgresUrl } from "../servers.ts";

interface Opened {
  sql: SqlPort;
  /** Opens the same database once more. */
  reopen(): Promise<SqlPort>;
  remove(): Promise<void>;
}

async function embedded(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-sql-"));
  const reopen = () =>
    openPglite({ folder: join(folder, "pgdata"), sessionSql: "SET work_mem = '7MB'", immutable: true });
  return { sql: await reopen(), reopen, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function server(): Promise<Opened> {
  const database = await createTestDatabase();
  const settings = { work_mem: "7MB" };
  const reopen = () => openServer({ url: testPostgresUrl(), database: database.name, connections: 4, settings });
  return { sql: await reopen(), reopen, remove: () => database.drop() };
}

describe("SqlPort on PGlite", () => contract(embedded));
describe("the memory of a read-only statement on PGlite", memoryGivenBack);
describeOn(["PostgreSQL"], "SqlPort on PostgreSQL", () => contract(server));

const RUNAWAY = "SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 1000) b";

function contract(open: () => Promise<Opened>): void {
  let opened: Opened;
  let sql: SqlPort;

  beforeAll(async () => {
    opened = await open();
    sql = opened.sql;
    for (const file of await loadSchema()) await sql.execute(file.sql);
    await sql.execute("INSERT INTO core.ingest_run (corpus_name, corpus_hash) VALUES ('c', 'h')");
    await sql.execute("INSERT INTO kb.entry (entry_id, term, kind) VALUES ('KB-1', 'HO', 'acronym')");
  });

  afterAll(async () => {
    await sql.close();
    await opened.remove();
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

    it("gives every type in one way: large integers whole, times as text in UTC, bytes, arrays of all with nulls and nesting", async () => {
      const { rows } = await sql.query(
        `SELECT 9007199254740993::int8 AS large, 'NaN'::float8 AS nan, 1.5::real AS real, '\\x00ff'::bytea AS bytes,
                '2030-01-02 03:04:05.6+02'::timestamptz AS zoned, '2030-01-02'::date AS day, '1 day'::interval AS span,
                'a'::name AS name, 'x'::char(2) AS padded, '(1,2)'::point AS point, ROW(1, 'a') AS record,
                ARRAY[[1, 2], [NULL, 4]]::int8[] AS nested, ARRAY['{"a": 1}']::jsonb[] AS documents,
                ARRAY[1.5, NULL]::numeric[] AS numbers, ARRAY['2030-01-02'::date] AS days, ARRAY[true, false] AS flags,
                '{}'::text[] AS none, '{"a,b", "NULL", NULL}'::text[] AS texts`,
      );
      expect(rows).toEqual([
        {
          large: 9007199254740993n,
          nan: Number.NaN,
          real: 1.5,
          bytes: new Uint8Array([0, 255]),
          zoned: "2030-01-02 01:04:05.6+00",
          day: "2030-01-02",
          span: "1 day",
          name: "a",
          padded: "x ",
          point: "(1,2)",
          record: "(1,a)",
          nested: [
            [1, 2],
            [null, 4],
          ],
          documents: [{ a: 1 }],
          numbers: [1.5, null],
          days: ["2030-01-02"],
          flags: [true, false],
          none: [],
          texts: ["a,b", "NULL", null],
        },
      ]);
    });

    it("sorts and folds case by code point", async () => {
      const { rows } = await sql.query(
        "SELECT string_agg(t, '' ORDER BY t) AS sorted, lower('ÄB') AS lower, 'ÄB' ILIKE 'äb' AS same FROM unnest(ARRAY['b', 'a', 'B', 'ä', '_', '1']) t",
      );
      expect(rows).toEqual([{ sorted: "1B_abä", lower: "äb", same: true }]);
    });

    it("answers many at once, each with its own", async () => {
      const numbers = Array.from({ length: 40 }, (_value, at) => at);
      const answers = await Promise.all(
        numbers.map((n) => sql.query("SELECT $1::int AS n", [n], n % 2 ? { role: "agent_readonly" } : {})),
      );
      expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(numbers);
    });

    it("passes parameters of every kind, text with quotes included", async () => {
      const { rows } = await sql.query("SELECT $1::text AS t, $2::int[] AS a, $3::text AS nothing", [
        'O\'Brien \\ "x"',
        [1, 2],
        null,
      ]);
      expect(rows).toEqual([{ t: 'O\'Brien \\ "x"', a: [1, 2], nothing: null }]);
    });

    it("takes numbers of 32 bits as PostgreSQL's own bytes", async () => {
      const bytes = Buffer.from(
        "00000001 00000000 000002bc 00000002 00000001 00000004 3e800000 00000004 c0200000".replaceAll(" ", ""),
        "hex",
      );
      const { rows } = await sql.query("SELECT $1::real[] AS numbers", [new Uint8Array(bytes)]);
      expect(rows).toEqual([{ numbers: [0.25, -2.5] }]);
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
      expect((await sql.query("SHOW work_mem")).rows).toEqual([{ work_mem: "7MB" }]);
    });

    it("does not count the time in the queue", async () => {
      const slow = sql.query("SELECT pg_sleep(2)");
      const quick = sql.query("SELECT 1 AS one", [], { timeoutMs: 1_500 });
      await slow;
      expect((await quick).rows).toEqual([{ one: 1 }]);
    });

    it("is ended in a role's transaction as well", async () => {
      await expect(sql.query(RUNAWAY, [], { timeoutMs: 200, role: "agent_readonly" })).rejects.toBeInstanceOf(
        QueryTimeout,
      );
      expect((await sql.query("SELECT current_user = session_user AS own")).rows).toEqual([{ own: true }]);
    });
  });

  describe("a pattern that is too complex", () => {
    const NESTED = "((a{1,50}){1,50}){1,50}";

    it.each([
      ["stored in a record", `SELECT 'x' ~ p AS found FROM (VALUES ('${NESTED}')) AS record(p)`],
      [
        "put together for each row",
        `SELECT n FROM generate_series(48, 50) n WHERE 'x' ~ ('((a{1,' || n || '}){1,50}){1,50}')`,
      ],
      ["of a function", `SELECT regexp_replace('x', p, '') AS found FROM (VALUES ('${NESTED}')) AS record(p)`],
    ])("%s: fails, never answered with no rows, and what comes after it is answered", async (_where, text) => {
      const failed = await sql.query(text, [], { role: "agent_readonly", timeoutMs: 60_000 }).catch((error) => error);
      expect(failed).toBeInstanceOf(QueryFailed);
      expect(failed.sqlState).toBeOneOf(["54001", "2201B"]);
      const after = await sql.query("SELECT term FROM entry", [], { role: "agent_readonly" });
      expect(after.rows).toEqual([{ term: "HO" }]);
    });
  });

  describe("a query that takes more memory than one may", () => {
    const HUNGRY = "SELECT length(string_agg(repeat('x', 1000000), '')) AS n FROM generate_series(1, 100000)";

    it("fails alone, by its own fault; others beside and after it are answered", async () => {
      const hungry = sql.query(HUNGRY, [], { timeoutMs: 60_000, role: "agent_readonly" });
      const beside = sql.query("SELECT term FROM entry", [], { timeoutMs: 60_000, role: "agent_readonly" });
      await expect(hungry).rejects.toMatchObject({ constructor: QueryFailed, sqlState: "53200" });
      expect((await beside).rows).toEqual([{ term: "HO" }]);
      const after = await sql.query("SELECT term FROM entry", [], { role: "agent_readonly" });
      expect(after.rows).toEqual([{ term: "HO" }]);
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

    it("sees six schemas and nothing else", async () => {
      const { rows } = await sql.query(
        "SELECT nspname::text AS name FROM pg_namespace WHERE has_schema_privilege('agent_readonly', oid, 'USAGE') ORDER BY 1",
      );
      expect(rows.map(({ name }) => name)).toEqual(["canon", "core", "enrichment", "kb", "pg_catalog", "proc", "rag"]);
    });

    it("takes no lock and leaves no prepared statement", async () => {
      expect(await stateOf("SELECT pg_advisory_lock(7)")).toBe("42501");
      await asAgent("PREPARE mine AS SELECT 1").catch(() => undefined);
      const { rows } = await sql.query(
        // Lock 7 of this database: others of the server have their own meanwhile.
        `SELECT (SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE locktype = 'advisory' AND objid = 7 AND datname = current_database()) AS locks,
          (SELECT count(*) FROM pg_prepared_statements) AS prepared`,
      );
      expect(rows).toEqual([{ locks: 0, prepared: 0 }]);
    });

    it("does not change what the session was asked before: its statements find the same again, after eighty others too", async () => {
      const ask = async (id: string) =>
        (await sql.query("SELECT term, $2::int AS n FROM kb.entry WHERE entry_id = ANY($1::text[])", [[id], null]))
          .rows;
      const before = [{ term: "HO", n: null }];
      expect(await ask("KB-1")).toEqual(before);
      await asAgent("SELECT 1");
      expect(await ask("KB-1")).toEqual(before);
      await asAgent("PREPARE mine AS SELECT 1").catch(() => undefined);
      expect([await ask("KB-1"), await ask("KB-2")]).toEqual([before, []]);
      for (let at = 0; at < 80; at++) await sql.query(`SELECT $1::int AS other_${at}`, [at]);
      expect(await ask("KB-1")).toEqual(before);
      await expect(sql.query("SELECT 1 / $1::int AS x", [0])).rejects.toMatchObject({ sqlState: "22012" });
      expect((await sql.query("SELECT 1 / $1::int AS x", [1])).rows).toEqual([{ x: 1 }]);
    });

    it.each([
      "COMMIT",
      "ROLLBACK",
      "RESET ROLE",
      "SET ROLE postgres",
      "SET SESSION AUTHORIZATION agent_readonly",
      "SET search_path = raw",
      "RESET ALL",
    ])("keeps nothing of %s for the next query", async (statement) => {
      await asAgent(statement).catch(() => undefined);
      const own = await asAgent("SELECT session_user || ' as ' || current_user AS who");
      expect(own.rows).toEqual([{ who: "agent_readonly as agent_readonly" }]);
      expect((await asAgent("SHOW transaction_read_only")).rows).toEqual([{ transaction_read_only: "on" }]);
      const path = "canon, enrichment, proc, rag, core, kb";
      expect((await asAgent("SHOW search_path")).rows).toEqual([{ search_path: path }]);
      expect((await sql.query("SHOW is_superuser")).rows).toEqual([{ is_superuser: "on" }]);
      expect((await sql.query("SHOW work_mem")).rows).toEqual([{ work_mem: "7MB" }]);
    });
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

  describe("references checked later", () => {
    const stray = `INSERT INTO raw.link_end SELECT 7, ingest_run_id FROM core.ingest_run`;
    const constraints = () =>
      sql.query(
        `SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2`,
      );

    it("are the same afterwards", async () => {
      const before = await constraints();
      expect(before.rows.length).toBeGreaterThan(20);
      expect(await checkReferencesLater(sql, async () => "written")).toBe("written");
      expect(await constraints()).toEqual(before);
      await expect(sql.query(stray)).rejects.toMatchObject({ sqlState: "23503" });
    });

    it("find at the end what refers to nothing", async () => {
      const writing = checkReferencesLater(sql, async () => void (await sql.query(stray)));
      await expect(writing).rejects.toMatchObject({ sqlState: "23503" });
    });
  });

  describe("closing", () => {
    it("answers what is queued, then refuses; closing twice is harmless; the database opens again", async () => {
      const last = sql.query("SELECT 1 AS one");
      await sql.close();
      await sql.close();
      expect((await last).rows).toEqual([{ one: 1 }]);
      await expect(sql.query("SELECT 1")).rejects.toBeInstanceOf(QueryFailed);
      sql = await opened.reopen();
      expect((await sql.query("SELECT term FROM kb.entry")).rows).toEqual([{ term: "HO" }]);
    });
  });
}

function memoryGivenBack(): void {
  let opened: Opened;
  beforeAll(async () => {
    opened = await embedded();
    for (const file of await loadSchema()) await opened.sql.execute(file.sql);
  });
  afterAll(async () => {
    await opened.sql.close();
    await opened.remove();
  });

  it("is 512 MB at most, and its session ends, whose memory would never shrink", async () => {
    const { sql } = opened;
    await sql.query("SELECT set_config('mark.of', 'this session', false)");
    // Four buffers of 128 MB, and what they held before they doubled.
    const buffers = ["", "a", "b", "c"].map((between) => `length(string_agg(repeat('x', 1000000), '${between}'))`);
    const hungry = `SELECT ${buffers} FROM generate_series(1, 70)`;
    const outcome = await sql.query(hungry, [], { role: "agent_readonly" }).catch((error) => error);
    expect(outcome).toMatchObject({ constructor: QueryFailed, sqlState: "53200" });
    const { rows } = await sql.query("SELECT current_setting('mark.of', true) AS mark");
    expect(rows).toEqual([{ mark: null }]);
  });
}
