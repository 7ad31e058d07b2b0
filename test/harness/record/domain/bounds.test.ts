import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keepShallow } from "../../../../harness/record/domain/bounds.ts";
import {
  executionRecordSchema,
  extractionSchema,
  spentRecordSchema,
} from "../../../../harness/record/domain/records.ts";
import { readRunIds } from "../../../../harness/record/run-directory/corpus-ids.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { makeRunFixture } from "../../run-fixture.ts";

const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

async function firstRecord(run: string, part: "rawOutput" | "extractions"): Promise<Record<string, unknown>> {
  const text = await readFile(join(runPath(run, part), "explorer__react__prompt.jsonl"), "utf8");
  return JSON.parse(text.split("\n", 1)[0]!) as Record<string, unknown>;
}

// Each was a fault of ours (a stack that overflowed, an infinite sum, a method of no text) on a run that somebody sent.
describe("records of a run that somebody sent", () => {
  it("are damaged where numbers have an infinite sum, or a call's arguments nest deeper than 500 levels", async () => {
    const run = await makeRunFixture();
    const execution = await firstRecord(run, "rawOutput");
    expect(executionRecordSchema.safeParse(execution).success).toBe(true);
    for (const duration_ms of [1e308, -1e308])
      expect(executionRecordSchema.safeParse({ ...execution, duration_ms }).error?.issues[0]?.path).toEqual([
        "duration_ms",
      ]);
    const spent = { at: "", session: 1, elapsed_s: 1, stage: null, tokens: 1, cost_usd: 1 };
    expect(spentRecordSchema.safeParse(spent).success).toBe(true);
    expect(spentRecordSchema.safeParse({ ...spent, cost_usd: 1e308 }).success).toBe(false);
    const extraction = await firstRecord(run, "extractions");
    const [call] = extraction.tool_calls as object[];
    const withArguments = (levels: number) => ({ ...extraction, tool_calls: [{ ...call, arguments: nested(levels) }] });
    expect(extractionSchema.safeParse(withArguments(500)).success).toBe(true);
    expect(extractionSchema.safeParse(withArguments(100_000)).success).toBe(false);
  });

  it("are damaged where ids of the corpus are no texts", async () => {
    const run = await makeRunFixture();
    await appendFile(runPath(run, "corpusIds"), '{"id":"TC-1"}\n');
    await expect(readRunIds(run)).rejects.toMatchObject({ code: "damaged-run" });
  });
});

it("arguments of an agent's call that nest beyond measure are told as left out in its record", () => {
  expect(keepShallow({ id: "TC-1" })).toEqual({ id: "TC-1" });
  expect(keepShallow(nested(100_000))).toBe("[left out: nested deeper than 500 levels]");
});
