import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkStage } from "../../../../harness/dag/staleness.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { createRun } from "../../../../harness/record/run-directory/create.ts";
import { STAGE_NAMES } from "../../../../harness/record/run-directory/graph.ts";
import { readManifest, updateManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { pathsOf, runPath } from "../../../../harness/record/run-directory/paths.ts";
import { recordOutputs } from "../../../../harness/record/run-directory/record-files.ts";
import { generateStage } from "../../../../harness/run/stages/generate/index.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";

let folder: string;
let run: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-stages-"));
  const config = configSchema.parse({ runs_dir: folder });
  run = await createRun(config, { now: () => new Date(0), environment: {}, cacheDirectory: "", log: () => undefined });
  await writeFile(runPath(run, "scenarios"), "as generated");
  const manifest = await readManifest(run);
  const { inputs } = await checkStage(generateStage, { runDirectory: run, config, manifest });
  const times = { started_at: "", finished_at: "later", duration_ms: 1500, attempts: 1, summary: "" };
  const outputs = await recordOutputs(run, pathsOf(generateStage.writes));
  const generate = { ...times, status: "complete" as const, inputs, outputs };
  const execute = { ...times, status: "running" as const, inputs: null, outputs: {}, finished_at: null };
  await updateManifest(run, () => ({ stages: { generate, execute } }));
});
afterAll(() => rm(folder, { recursive: true }));

const stages = async (...flags: string[]) =>
  (await runCli(["runs", "stages", `./${basename(run)}`, ...flags], { cwd: folder })).out;

it("a half-done run: each stage in its lane with how it stands, and what goes on with it, in 80 columns", async () => {
  const lines = (await stages()).split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.filter((line) => line.startsWith("●"))).toEqual([
    expect.stringMatching(/^● +generate +complete +- +1\.5$/),
    expect.stringMatching(/^● │ +execute +interrupted/),
    ...Array.from({ length: 7 }, () => expect.stringContaining("not run")),
  ]);
  expect(lines.at(-1)).toBe(`9 stages not complete: scopebench resume ./${basename(run)}`);
});

it("as JSON and for Graphviz: every stage with its state, and what one reads of another", async () => {
  const { stages: views } = JSON.parse(await stages("--json")) as { stages: { stage: string; state: string }[] };
  expect(views.map(({ stage }) => stage)).toEqual(STAGE_NAMES);
  const dot = await stages("--dot");
  expect(dot).toMatch(/^digraph stages \{\n[^{}]*\n\}$/);
  for (const { stage, state } of nonEmpty(views)) expect(dot).toContain(`"${stage}" [label="${stage}\\n${state}"];`);
  expect(dot).toContain('"generate" -> "execute" [label="scenarios.yaml"];');
  expect(dot).not.toContain('"report" ->');
});

it("a stale one: says what is no longer as it was", async () => {
  await rm(runPath(run, "scenarios"));
  expect(await stages()).toMatch(/● +generate +stale .*scenarios\.yaml/);
});
