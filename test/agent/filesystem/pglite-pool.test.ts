import type { PGlite } from "@electric-sql/pglite";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePglitePool } from "../../../agent/filesystem/pglite-pool.ts";
import { openCluster } from "../../../db/postgres/embedded-cluster.ts";
import { pgliteModule } from "../../../db/postgres/pglite-module.ts";

let lite: PGlite;
let pool: pg.Pool;
beforeAll(async () => {
  lite = await openCluster({ dataDir: "memory://", pgliteWasmModule: await pgliteModule() });
  pool = makePglitePool(lite);
});
afterAll(async () => {
  await pool.end();
  await lite.close();
});

const number = async (value: number): Promise<unknown> => (await pool.query("SELECT $1::int AS n", [value])).rows[0]?.n;

const FAILURES: [string, pg.QueryConfig][] = [
  ["a parameter that cannot be read", { text: "SELECT $1::int", values: ["x"] }],
  ["a parameter with a NUL character", { text: "SELECT $1::text", values: ["a\0b"] }],
  ["JSON that jsonb refuses", { text: "SELECT $1::jsonb", values: ['{"a": "\\u0000"}'] }],
  ["a statement that cannot be parsed", { text: "SELEC $1", values: [1] }],
  ["a failure while it runs", { text: "SELECT 1 / $1::int", values: [0] }],
  ["a missing table", { text: "SELECT * FROM nowhere WHERE a = $1", values: [1] }],
  ["too few parameters", { text: "SELECT $1::int, $2::int", values: [1] }],
  ["a named statement with a bad parameter", { name: "named", text: "SELECT $1::int", values: ["x"] }],
  ["a named statement that cannot be parsed", { name: "broken", text: "SELEC $1", values: [1] }],
  ["a simple query that fails", { text: "SELEC" }],
];

describe("a failing query concerns nobody else", () => {
  it.each(FAILURES)("%s: each of the next queries gets its own answer", async (_what, query) => {
    await expect(pool.query(query)).rejects.toThrow();
    for (const value of [1, 2, 3]) expect(await number(value)).toBe(value);
    await expect(pool.query(query)).rejects.toThrow();
    expect(await number(4)).toBe(4);
  });

  it("in a crowd of queries that run at once", async () => {
    const runs = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0
        ? pool.query(FAILURES[index % FAILURES.length]![1]).then(
            () => "passed",
            () => "failed",
          )
        : number(index),
    );
    expect(await Promise.all(runs)).toEqual(runs.map((_, index) => (index % 3 === 0 ? "failed" : index)));
  });

  it("inside a transaction, which can be rolled back and leaves nothing", async () => {
    await pool.query("CREATE TABLE t (n int)");
    const client = await pool.connect();
    await client.query("BEGIN");
    await client.query("INSERT INTO t VALUES ($1)", [1]);
    await expect(client.query("INSERT INTO t VALUES ($1)", ["x"])).rejects.toThrow();
    await expect(client.query("SELECT 1")).rejects.toThrow(/aborted/);
    await client.query("ROLLBACK");
    client.release();
    expect((await pool.query("SELECT count(*)::int AS n FROM t")).rows).toEqual([{ n: 0 }]);
  });
});

describe("ordinary work", () => {
  it("named statements are reused, values come back in pg's types, large ones whole", async () => {
    for (const value of [1, 2])
      expect((await pool.query({ name: "again", text: "SELECT $1::int AS n", values: [value] })).rows).toEqual([
        { n: value },
      ]);
    const big = "é".repeat(300_000);
    const { rows } = await pool.query(
      "SELECT $1::text AS t, $2::bytea AS b, 7::bigint AS i, NULL AS z, now() AS at, $3::jsonb AS j, $4::text[] AS l",
      [big, Buffer.from([0, 255]), { a: 1 }, ["x", null]],
    );
    expect(rows[0]).toMatchObject({
      t: big,
      b: Buffer.from([0, 255]),
      i: "7",
      z: null,
      at: expect.any(Date),
      j: { a: 1 },
      l: ["x", null],
    });
  });

  it("several statements in one simple query give a result each", async () => {
    const results = (await pool.query("SELECT 1 AS a; SELECT 2 AS b")) as unknown as pg.QueryResult[];
    expect(results.map((result) => result.rows)).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  });
});

it("reads arrays of bytes, nested, empty and with nulls, as the bytes they hold", async () => {
  const read = async (array: string): Promise<unknown> => (await pool.query(`SELECT ${array} AS a`)).rows[0]?.a;
  const bytes = (text: string) => Buffer.from(text);
  const nested = "ARRAY[ARRAY['a'::bytea, NULL], ARRAY[convert_to('{\",NULL', 'UTF8'), ''::bytea]]";
  expect(await read(nested)).toEqual([
    [bytes("a"), null],
    [bytes('{",NULL'), bytes("")],
  ]);
  expect(await read("'{}'::bytea[]")).toEqual([]);
  expect(await read("NULL::bytea[]")).toBeNull();
});

it("statements that wait in a row let others have their turn between them", async () => {
  let turns = 0;
  let done = false;
  const turn = (): void => {
    turns++;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(Array.from({ length: 50 }, (_, index) => number(index)));
  done = true;
  expect(turns).toBeGreaterThanOrEqual(50);
});
