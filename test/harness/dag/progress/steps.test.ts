import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CallRecord } from "../../../../agent/turns/call-log.ts";
import { MOST_CALLS, openLiveSteps, readLiveSteps } from "../../../../harness/dag/progress/steps.ts";

const CONFIGURATION = { model: "explorer", workflow: "react", knowledge: "prompt" } as const;
const NAME = "explorer__react__prompt__S001__0";

let run: string;
beforeEach(async () => {
  run = await mkdtemp(join(tmpdir(), "scopebench-steps-"));
});
afterEach(() => rm(run, { recursive: true }));

it("keeps each call and answer of an execution, cut to a length that is told, and no more than so many", async () => {
  const steps = await openLiveSteps(run, CONFIGURATION, fail);
  const one = steps.begin(NAME, new Date(0));
  steps.begin(`${NAME}0`, new Date(0)).onCall(call({ tool: "of_another" }));
  one.onCall(call({ arguments: { query: "x".repeat(10_000) } }));
  one.onAnswer(0, "y".repeat(10_000));
  for (let index = 1; index <= MOST_CALLS; index++) one.onCall(call({}));
  await steps.close();
  const read = (await readLiveSteps(run, CONFIGURATION, NAME))!;
  expect(read.map(({ type }) => type).slice(0, 4)).toEqual(["begin", "call", "answer", "call"]);
  expect(read.filter(({ type }) => type === "call")).toHaveLength(MOST_CALLS);
  expect(read[1]).toMatchObject({ tool: "search_tests", rows: 3, characters: 11, duration_ms: 5 });
  expect(read[1]).toHaveProperty("arguments", `{"query":"${"x".repeat(290)} …`);
  expect(read[2]).toEqual({ execution: NAME, type: "answer", turn: 0, text: "y".repeat(8_000), cut: 2_000 });
});

it("forgets the steps of a start that was cut off, with the line that a kill left half written", async () => {
  const first = await openLiveSteps(run, CONFIGURATION, fail);
  first.begin(NAME, new Date(0)).onCall(call({ tool: "before_the_kill" }));
  await first.close();
  await appendFile(join(run, "live", "explorer__react__prompt.jsonl"), '{"execution":"explorer__rea');
  const again = await openLiveSteps(run, CONFIGURATION, fail);
  again.begin(NAME, new Date(0)).onCall(call({ tool: "after_it" }));
  await again.close();
  const tools = (await readLiveSteps(run, CONFIGURATION, NAME))!.flatMap((step) =>
    step.type === "call" ? step.tool : [],
  );
  expect(tools).toEqual(["after_it"]);
  expect(await readFile(join(run, "live", "explorer__react__prompt.jsonl"), "utf8")).not.toContain('rea{"');
  expect(await readLiveSteps(run, { ...CONFIGURATION, workflow: "plan_execute" }, NAME)).toBeNull();
});

it("leaves an execution alone where the disk takes no steps, and says so once", async () => {
  await writeFile(join(run, "live"), "a file where the folder goes");
  const said: string[] = [];
  const steps = await openLiveSteps(run, CONFIGURATION, (message) => said.push(message));
  steps.begin(NAME, new Date(0)).onCall(call({}));
  await steps.close();
  expect(said).toEqual([expect.stringContaining("the live view lacks calls")]);
});

function call(changes: Partial<CallRecord>): CallRecord {
  return {
    ...{ index: 0, turn: 0, tool: "search_tests", family: "keyword", arguments: { query: "x" }, status: "success" },
    ...{ preview: '[{"id":"x"}', rows: 3, truncated: false, subAgent: null, startMs: 0, durationMs: 5 },
    ...changes,
  } as CallRecord;
}

function fail(message: string): never {
  throw new Error(message);
}
