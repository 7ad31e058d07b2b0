import { describe, expect, it } from "vitest";
import type { QueryResult, SqlPort } from "../../../db/ports/ports.ts";
import { rememberingSql } from "../../../db/snapshots/remembering.ts";

/** Answers each call with its number beside the given values; fails where it is told to. */
function counting(values: Record<string, unknown> = {}): { sql: SqlPort; calls: () => number } {
  let calls = 0;
  const sql = {
    backEnd: "scripted",
    async query(statement: string): Promise<QueryResult> {
      calls++;
      if (statement === "fail") throw new Error("no");
      const rows = Array.from({ length: statement === "many" ? 1001 : 1 }, () => ({ ...values, call: calls }));
      return { rows, fields: ["call"] };
    },
    execute: async () => undefined,
    close: async () => undefined,
  };
  return { sql: sql as SqlPort, calls: () => calls };
}

describe("a snapshot that remembers its answers", () => {
  it("asks the database once, and gives each asker a copy with every kind of value as it was", async () => {
    const values = {
      whole: 2n ** 60n,
      none: Number.NaN,
      bytes: new Uint8Array([1]),
      list: ["a", null],
      nested: { a: 1 },
    };
    const { sql, calls } = counting(values);
    const remembering = rememberingSql(sql);
    const [first, second] = [await remembering.query("SELECT 1", ["a"]), await remembering.query("SELECT 1", ["a"])];
    expect(second).toEqual(first);
    expect(second.rows[0]).toEqual({ ...values, call: 1 });
    expect(second.rows[0]!.nested).not.toBe(first.rows[0]!.nested);
    expect(calls()).toBe(1);
  });

  it("takes another statement, parameter or role for another question", async () => {
    const { sql, calls } = counting();
    const remembering = rememberingSql(sql);
    await remembering.query("SELECT 1");
    await remembering.query("SELECT 2");
    await remembering.query("SELECT 1", ["1"]);
    await remembering.query("SELECT 1", [1]);
    await remembering.query("SELECT 1", [], { role: "agent_readonly" });
    await remembering.query("SELECT 1", [], { role: "graph_readonly" });
    expect(calls()).toBe(6);
  });

  it.each([
    "SELECT now()",
    "SELECT * FROM t WHERE d < date 'today'",
    "SELECT CURRENT_DATE",
    "SELECT age (d) FROM t",
    "RETURN timestamp()",
    "many",
  ])("asks anew what reads a clock, and what is large: %s", async (statement) => {
    const { sql, calls } = counting();
    const remembering = rememberingSql(sql);
    await remembering.query(statement);
    await remembering.query(statement);
    expect(calls()).toBe(2);
  });

  it("keeps what only has the letters of a clock in it", async () => {
    const { sql, calls } = counting();
    const remembering = rememberingSql(sql);
    for (const _ of [1, 2]) await remembering.query("SELECT * FROM knowledge WHERE body LIKE 'known%'");
    expect(calls()).toBe(1);
  });

  it("keeps no failure, and nothing past its room", async () => {
    const text = Array.from({ length: 100 }, (_, at) => Math.sin(at)).join();
    const { sql, calls } = counting({ text });
    const remembering = rememberingSql(sql, 1.2 * text.length);
    await expect(remembering.query("fail")).rejects.toThrow("no");
    await expect(remembering.query("fail")).rejects.toThrow("no");
    for (const statement of ["a", "b", "c", "a", "b", "c"]) await remembering.query(statement);
    expect(calls()).toBe(2 + 4);
  });
});
