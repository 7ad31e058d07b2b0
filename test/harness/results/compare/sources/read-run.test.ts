import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readRun } from "../../../../../harness/record/run-directory/open-run.ts";
import { readScoredRun } from "../../../../../harness/results/compare/sources/read-run.ts";
import { makeScoredRun } from "../scored-run.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-run-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("says of a run that reused a recording how many executions were not made again, and nothing where all were", async () => {
  const recording = { cassette: "../main.recording", hash: "0", calls: 9, mode: "reuse" as const };
  const notes = async (name: string, reused_executions?: number) => {
    const manifest = { recording, ...(reused_executions !== undefined && { reused_executions }) };
    const directory = await makeScoredRun(join(folder, name), { scenarios: 20, manifest });
    return (await readScoredRun(directory, (await readRun(directory)).config)).notes.join(" ");
  };
  expect(await notes("reused", 12)).toContain(
    "12 of 20 executions asked nothing that main.recording does not answer: they were not made again",
  );
  expect(await notes("made")).not.toContain("main.recording");
});
