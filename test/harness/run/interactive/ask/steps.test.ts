import stringWidth from "string-width";
import { expect, it } from "vitest";
import type { Io } from "../../../../../harness/print/io.ts";
import { showSteps } from "../../../../../harness/run/interactive/ask/steps.ts";

/** What a run of these calls writes into a log. */
function logOf(columns: number, ...queries: string[]): string[] {
  const lines: string[] = [];
  const io = { environment: {}, interactive: false, columns, error: (text: string) => lines.push(text) };
  const steps = showSteps(io as unknown as Io);
  for (const [index, query] of queries.entries()) {
    const call = {
      index,
      turn: 0,
      tool: "sql_query",
      arguments: { query },
      status: "success",
      rows: 3,
      durationMs: 120,
    };
    steps.call({ subAgent: null, ...call } as never);
  }
  steps.close();
  return lines;
}

const LONG = `SELECT id FROM canon.test_case WHERE id IN (${"'TC-1', ".repeat(400)}'試験')`;

it.each([40, 80, 120])("cuts a call to %i columns in a log, too, and says where it is whole", (columns) => {
  const lines = logOf(columns, LONG, "SELECT 1");
  expect(lines.map((line) => stringWidth(line) <= columns).slice(0, 2)).toEqual([true, true]);
  expect(lines[0]).toContain("3 rows, 0.1 s");
  expect(lines.at(-1)).toContain("ask --json");
});

it("shows a call that fits as it is, without a word more", () => {
  expect(logOf(80, "SELECT 1")).toEqual([' ✓ sql_query {"query":"SELECT 1"}  3 rows, 0.1 s']);
});
