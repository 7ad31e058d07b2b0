import { describe, expect, it } from "vitest";
import { Outages } from "../../../base/outages/outages.ts";
import { ServerLost } from "../../../base/outages/server-lost.ts";
import { QueryFailed, type QueryOptions, type SqlPort } from "../../../db/ports/ports.ts";
import { outlastingSql } from "../../../db/snapshots/outlasting.ts";

/** A server whose session ends over each statement, so many times, and whose quiet sessions do or do not last. */
function ending(times: number, lasts: () => boolean = () => true): { sql: SqlPort; calls: () => number } {
  let calls = 0;
  const sql: SqlPort = {
    backEnd: "scripted",
    async query(statement) {
      if (statement.includes("pg_sleep")) {
        if (!lasts()) throw new ServerLost("s", "the quiet session ended", { midStatement: true });
        return { rows: [], fields: [] };
      }
      if (calls++ < times) throw new ServerLost("s", "the connection ended", { midStatement: true });
      return { rows: [], fields: [] };
    },
    execute: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { sql, calls: () => calls };
}

const asAgent: QueryOptions = { role: "agent_readonly" };

describe("a port that outlasts outages", () => {
  it("makes an agent's statement again whose session ended, and takes it for the cause at the third end", async () => {
    const [twice, always] = [ending(2), ending(9)];
    expect((await outlastingSql(twice.sql, new Outages()).query("SELECT 1", [], asAgent)).rows).toEqual([]);
    await expect(outlastingSql(always.sql, new Outages()).query("SELECT 1", [], asAgent)).rejects.toBeInstanceOf(
      QueryFailed,
    );
    expect([twice.calls(), always.calls()]).toEqual([3, 3]);
  });

  it("does not make it again while a session in which nothing happens ends as well", async () => {
    let quiets = 0;
    const { sql, calls } = ending(1, () => ++quiets > 2);
    expect((await outlastingSql(sql, new Outages()).query("SELECT 1", [], asAgent)).rows).toEqual([]);
    expect([calls(), quiets]).toEqual([2, 3]);
  });

  it("never takes a statement of ours for the cause", async () => {
    const { sql, calls } = ending(4);
    expect((await outlastingSql(sql, new Outages()).query("SELECT 1")).rows).toEqual([]);
    expect(calls()).toBe(5);
  });
});
