import { expect, it } from "vitest";
import { writeBehind } from "../../../db/ingest/write-behind.ts";
import type { QueryResult, SqlPort } from "../../../db/ports/ports.ts";

/** A database whose statements end when they are told to. */
function heldDatabase() {
  const started: string[] = [];
  const held: PromiseWithResolvers<QueryResult<never>>[] = [];
  const query: SqlPort["query"] = (text) => {
    started.push(text);
    const statement = Promise.withResolvers<QueryResult<never>>();
    held.push(statement);
    return statement.promise;
  };
  const sql = writeBehind({ backEnd: "held", query, execute: async () => undefined, close: async () => undefined });
  return { sql, started, held };
}

const behind = { behind: true };
const done = { rows: [], fields: [] };

it("gives back what is written behind at once, and starts the next statement after it", async () => {
  const { sql, started, held } = heldDatabase();
  await sql.query("INSERT 1", [], behind);
  const next = sql.query("SELECT 2");
  await new Promise(setImmediate);
  expect(started).toEqual(["INSERT 1"]);
  held[0]!.resolve(done);
  await new Promise(setImmediate);
  held[1]!.resolve(done);
  await next;
  expect(started).toEqual(["INSERT 1", "SELECT 2"]);
});

it("lets three statements wait, started one after the other", async () => {
  const { sql, started, held } = heldDatabase();
  for (const text of ["INSERT 1", "INSERT 2", "INSERT 3"]) await sql.query(text, [], behind);
  let taken = false;
  const fourth = sql.query("INSERT 4", [], behind).then(() => (taken = true));
  await new Promise(setImmediate);
  expect({ started, taken }).toEqual({ started: ["INSERT 1"], taken: false });
  held[0]!.resolve(done);
  await fourth;
  await new Promise(setImmediate);
  expect(started).toEqual(["INSERT 1", "INSERT 2"]);
});

it("tells whoever needs it what a statement failed with, and starts nothing more", async () => {
  const { sql, started, held } = heldDatabase();
  await sql.query("INSERT 1", [], behind);
  await sql.query("INSERT 2", [], behind);
  await new Promise(setImmediate);
  held[0]!.reject(new Error("disk full"));
  await expect(sql.query("SELECT 3")).rejects.toThrow("disk full");
  await expect(sql.settle()).rejects.toThrow("disk full");
  expect(started).toEqual(["INSERT 1"]);
});
