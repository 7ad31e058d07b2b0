import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Substrate } from "../../../db/ports/ports.ts";
import { stateOf } from "../../../scripts/fuzz-guards/state.ts";
import { readStatements } from "../../../scripts/fuzz-guards/statements.ts";
import { type Language, openTelecom, runTool } from "../../../scripts/fuzz-guards/telecom.ts";
import { nonEmpty } from "../../non-empty.ts";
import { SOON_MS } from "../../soon.ts";

const LIMIT_MS = 500;

let substrate: Substrate;
beforeAll(async () => {
  substrate = await openTelecom(process.env.SCOPEBENCH_CACHE!);
});
afterAll(async () => {
  await substrate.close();
});

describe("runaways", () => {
  const sample = readStatements("runaways.txt").filter((_statement, index) => index % 5 === 0);

  it(`${sample.length} of them are ended; callers behind them wait and are answered; nothing is lost`, async () => {
    const before = await stateOf(substrate.sql);
    for (const { heading, text } of nonEmpty(sample)) {
      const runaway = runTool(substrate, heading as Language, { query: text, timeoutMs: LIMIT_MS });
      const queued = [1, 2, 3].map((n) =>
        runTool(substrate, "sql", { query: `SELECT ${n} AS n FROM kb.entry LIMIT 1` }),
      );
      const { error, durationMs } = await runaway;
      expect([text, error?.code]).toEqual([text, expect.stringMatching(/^(timeout|query_failed|result_too_large)$/)]);
      expect(durationMs).toBeLessThan(LIMIT_MS + SOON_MS);
      expect((await Promise.all(queued)).map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    }
    expect(await stateOf(substrate.sql)).toBe(before);
  });
});

/** A JSON array in as many others. */
const nested = (depth: number) => `SELECT ('${"[".repeat(depth)}${"]".repeat(depth)}')::json AS deep`;

describe("results that are too large", () => {
  it.each([1000, 4900])(
    "JSON that nests %i deep is an error of the statement, not a session that ended",
    async (depth) => {
      const { error } = await runTool(substrate, "sql", { query: nested(depth), timeoutMs: 60_000 });
      expect(error).toMatchObject({ code: "query_failed", message: expect.stringContaining("nested too deeply") });
      expect((await runTool(substrate, "sql", { query: "SELECT 1 AS one" })).rows).toEqual([{ one: 1 }]);
    },
  );

  it.each([
    [
      "rows of 1 MB are cut at 16 MB",
      "SELECT rpad(name, 1000000 + length(name) * 0) AS wide FROM canon.test_case LIMIT 40",
      16,
    ],
  ])("%s", async (_what, query, most) => {
    const { rows, truncated, error } = await runTool(substrate, "sql", { query, timeoutMs: 60_000 });
    expect(error).toBeNull();
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThanOrEqual(most);
    expect(truncated).toBe(true);
  });

  it.each([
    ["one row of 20 MB", "SELECT string_agg(repeat(name, 1000), '') FROM canon.test_case", "result_too_large"],
    ["a value of 1 GB", "SELECT rpad(name, 1000000000 + length(name) * 0) FROM canon.test_case", "sql_too_large"],
  ])("%s is an error, and the next query is answered", async (_what, query, code) => {
    const { error } = await runTool(substrate, "sql", { query, timeoutMs: 60_000 });
    expect(error).toMatchObject({ code, hint: expect.any(String) });
    expect((await runTool(substrate, "sql", { query: "SELECT 1 AS one" })).rows).toEqual([{ one: 1 }]);
  });
});
