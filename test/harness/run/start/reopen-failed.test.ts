import { mkdir, rename, rm } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { runStages } from "../../../../harness/dag/runner.ts";
import type { Stage, StageContext } from "../../../../harness/dag/stage.ts";
import { executionName } from "../../../../harness/record/domain/names.ts";
import type { ExecutionRecord, Extraction } from "../../../../harness/record/domain/records.ts";
import { readManifest, updateManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { calibrateStage } from "../../../../harness/run/stages/calibrate/index.ts";
import { fillRecords } from "../../../../harness/run/stages/fill-records.ts";
import { judgeStage } from "../../../../harness/run/stages/judge/index.ts";
import { readMatrix, recordsByName } from "../../../../harness/run/stages/matrix-inputs.ts";
import { metaJudgeStage } from "../../../../harness/run/stages/meta-judge/index.ts";
import { reopenFailed } from "../../../../harness/run/start/reopen-failed.ts";
import { type FixtureContext, filesOf, fixtureContext, recordsIn } from "../stages/context.ts";

/** An agent that succeeds: what is missing is made, and counted. */
function agent(): { stage: Stage; made: string[] } {
  const made: string[] = [];
  const make = (key: { scenario_id: string }) =>
    ({
      ...key,
      thread_id: `again-${made.length}`,
      assistant_id: "a",
      outcome: "success",
      started_at: "",
      duration_ms: 1,
      turns: [],
    }) as unknown as ExecutionRecord;
  const stage = stageOf({ name: "execute", reads: ["scenarios"], writes: ["rawOutput"] }, async (context) => {
    const matrix = await readMatrix(context);
    for (const configuration of matrix.configurations)
      await fillRecords({
        ...{ context, part: "rawOutput", configuration, keys: matrix.keysOf(configuration), concurrency: 1 },
        make: async (key) => {
          made.push(executionName(key));
          return make(key);
        },
        onRecord: () => undefined,
      });
  });
  return { stage, made };
}

/** Says of each execution how it ended, so that what is made of an old one would show. */
const extract = stageOf(
  { name: "extract", reads: ["scenarios", "rawOutput"], writes: ["extractions"] },
  async (context) => {
    const matrix = await readMatrix(context);
    for (const configuration of matrix.configurations) {
      const executions = await recordsByName("rawOutput", configuration, context);
      await fillRecords({
        ...{ context, part: "extractions", configuration, keys: matrix.keysOf(configuration), concurrency: 1 },
        make: async (key) => {
          const { outcome } = executions.get(executionName(key)) as ExecutionRecord;
          return { ...TRACE, ...key, outcome, final_text: outcome } as Extraction;
        },
        onRecord: () => undefined,
      });
    }
  },
);

const TRACE = {
  ...{ source: "checkpoints", tokens_in: 1, tokens_out: 1, tokens_estimated: false, model_calls: 1, served_models: [] },
  ...{
    tool_calls: [],
    messages: [],
    skills_loaded: [],
    plan_iterations: 0,
    answers: [],
    ranked_ids: [],
    documents: [],
  },
  ...{ abstained: false, contract_violations: [], contract_retries: 0, contract_fallback: false },
};

function stageOf(head: Pick<Stage, "name" | "reads" | "writes">, run: (context: StageContext) => Promise<void>): Stage {
  return {
    ...head,
    version: 1,
    settings: () => ({}),
    run: async (context) => run(context).then(() => ""),
  };
}

const stagesWith = (execute: Stage): Stage[] => [execute, extract, judgeStage, calibrateStage, metaJudgeStage];
const PARTS = ["rawOutput", "extractions", "verdicts", "calibration", "meta"] as const;

async function made(context: FixtureContext): Promise<unknown> {
  return Promise.all(PARTS.slice(1).map((part) => filesOf(context, part)));
}

/** A run of which some executions ended in errors and timeouts, judged. */
async function failedRun() {
  const context = await fixtureContext(["extractions", "verdicts", "calibration", "meta"]);
  await updateManifest(context.runDirectory, ({ stages: { generate, execute } }) => ({
    stages: { generate, execute: { ...execute!, status: "running", reopened: true } },
  }));
  await runStages(stagesWith(agent().stage), context, () => undefined);
  return context;
}

const open = async ({ runDirectory, config }: FixtureContext) => ({
  runDirectory,
  config,
  manifest: await readManifest(runDirectory),
});
const errorsOf = async (context: FixtureContext) =>
  (await recordsIn<ExecutionRecord>(context, "rawOutput")).filter(({ outcome }) => outcome !== "success");

let withoutErrors: unknown;
beforeAll(async () => {
  await using clean = await fixtureContext(PARTS.slice());
  await updateManifest(clean.runDirectory, ({ stages: { generate } }) => ({ stages: { generate } }));
  await runStages(stagesWith(agent().stage), clean, () => undefined);
  withoutErrors = await made(clean);
});

it("makes again what ended without success, keeps the rest, and comes to what a run without errors comes to", async () => {
  await using context = await failedRun();
  const failed = await errorsOf(context);
  expect(failed.length).toBeGreaterThan(5);
  const before = await recordsIn<Extraction>(context, "verdicts");
  const again = agent();
  expect(await reopenFailed(await open(context), stagesWith(again.stage))).toBe(failed.length);
  await runStages(stagesWith(again.stage), context, () => undefined);
  expect(again.made.sort()).toEqual(failed.map(executionName).sort());
  expect(await errorsOf(context)).toEqual([]);
  expect((await recordsIn(context, "verdicts")).length).toBe(before.length);
  expect((await recordsIn<ExecutionRecord>(context, "replaced")).map(executionName).sort()).toEqual(again.made);
  const resumed = await made(context);

  expect(resumed).toEqual(withoutErrors);
  expect(await reopenFailed(await open(context), stagesWith(again.stage))).toBe(0);
});

it.each(["verdicts", "rawOutput"] as const)(
  "cut off while it takes records out of %s, the run is completed by a plain resume",
  async (part) => {
    await using context = await failedRun();
    const [first] = await errorsOf(context);
    const { model, workflow, knowledge } = first!;
    const file = runPath(context.runDirectory, part, `${model}__${workflow}__${knowledge}.jsonl`);
    const all = stagesWith(agent().stage);
    await rename(file, `${file}.kept`);
    await mkdir(file);
    await expect(reopenFailed(await open(context), all)).rejects.toThrow();
    await rm(file, { recursive: true });
    await rename(`${file}.kept`, file);
    await runStages(all, context, () => undefined);
    const rest = await errorsOf(context);
    await reopenFailed(await open(context), all);
    await runStages(all, context, () => undefined);
    expect(await errorsOf(context)).toEqual([]);
    expect(rest.length).toBeGreaterThan(0);
    expect(await made(context)).toEqual(withoutErrors);
  },
);
