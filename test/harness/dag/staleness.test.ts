import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { pendingStages, runStages } from "../../../harness/dag/runner.ts";
import type { Services } from "../../../harness/dag/services.ts";
import type { Stage } from "../../../harness/dag/stage.ts";
import { checkStage } from "../../../harness/dag/staleness.ts";
import { configSchema } from "../../../harness/record/config/schema.ts";
import { createRun } from "../../../harness/record/run-directory/create.ts";
import { GRAPH, STAGE_NAMES, type StageName } from "../../../harness/record/run-directory/graph.ts";
import { type Manifest, readManifest, updateManifest } from "../../../harness/record/run-directory/manifest.ts";
import { pathsOf, runPath } from "../../../harness/record/run-directory/paths.ts";

let folder: string;
let finished: string;
let runDirectory: string;
const config = configSchema.parse({});
const effects = { now: () => new Date(0), environment: {}, cacheDirectory: "", log: () => undefined };
const context = () => ({
  runDirectory,
  config,
  effects,
  services: {} as Services,
  signal: new AbortController().signal,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-staleness-"));
  finished = await createRun(configSchema.parse({ runs_dir: folder }), effects);
  runDirectory = finished;
  await runAgain({});
});
beforeEach(async () => {
  runDirectory = await mkdtemp(`${finished}-`);
  await cp(finished, runDirectory, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

/** Every stage as it is declared, writing a constant unless a text is given for it; a setting by that text. */
function stagesWith(texts: Partial<Record<StageName, string>>, made: string[] = []): Stage[] {
  return STAGE_NAMES.map((name) => ({
    ...{ name, ...GRAPH[name], version: 1, derived: name === "score" || name === "plots" || name === "report" },
    settings: () => ({ "its text": texts[name] ?? "" }),
    run: async ({ outputDirectory = runDirectory }) => {
      made.push(name);
      for (const path of pathsOf(GRAPH[name].writes)) {
        await mkdir(join(outputDirectory, path), { recursive: true });
        await writeFile(join(outputDirectory, path, "file"), texts[name] ?? "constant");
      }
      return name;
    },
  }));
}

async function runAgain(texts: Partial<Record<StageName, string>>): Promise<string[]> {
  const made: string[] = [];
  await runStages(stagesWith(texts, made), context(), () => undefined);
  return made;
}

async function causes(texts: Partial<Record<StageName, string>> = {}): Promise<Record<string, string[]>> {
  const manifest = await readManifest(runDirectory);
  const checks = stagesWith(texts).map(async (stage) => [
    stage.name,
    (await checkStage(stage, { runDirectory, config, manifest })).causes,
  ]);
  return Object.fromEntries((await Promise.all(checks)).filter(([, found]) => found!.length > 0));
}

it("each stage comes after those that it reads from, and of two without a tie the one that was declared first", () => {
  expect(STAGE_NAMES.join(" ")).toBe(
    "generate execute extract judge calibrate meta-judge baselines score plots report",
  );
});

it("a changed answer makes the report anew although no number changed, and nothing that does not show answers", async () => {
  await runAgain({});
  expect(await causes({ extract: "other" })).toEqual({ extract: ["its text changed"] });
  expect(await runAgain({ extract: "other" })).toEqual([
    ...["extract", "judge", "calibrate", "meta-judge", "score", "report"],
  ]);
  expect(await runAgain({ extract: "other" })).toEqual([]);
});

it.each([
  ["ratings/ada.jsonl", ["score"], "ratings changed"],
  ["verdicts_probes/primary.jsonl", ["score"], "verdicts_probes changed"],
  ["pages/mine.md", ["report"], "pages changed"],
  ["comparison.json", ["report"], "comparison.json changed"],
  ["preferences/a__vs__b.jsonl", [], ""],
])("what a command or a person leaves in %s makes stale what reads it", async (path, stale, cause) => {
  await mkdir(dirname(join(runDirectory, path)), { recursive: true });
  await writeFile(join(runDirectory, path), "{}");
  expect(await causes()).toEqual(Object.fromEntries(stale.map((stage) => [stage, [cause]])));
  expect(await runAgain({})).toEqual(stale);
});

it("what was taken away of a finished stage is told by the first, and how many others", async () => {
  const [first, ...others] = pathsOf(GRAPH.execute.writes);
  await rm(join(runDirectory, first!), { recursive: true });
  expect((await causes()).execute).toEqual([expect.stringMatching(/^[\w/]+ and 1 other file are gone$/)]);
  for (const path of others) await rm(join(runDirectory, path), { recursive: true });
  expect((await causes()).execute?.[0]).toMatch(/ and \d+ other files are gone$/);
});

it("what this version cannot read is made again, and what follows from it", async () => {
  const stages = stagesWith({}).map((stage) =>
    stage.name === "score" ? { ...stage, unreadable: async () => ["metrics/a.json: of another version"] } : stage,
  );
  const pending = await pendingStages(stages, { runDirectory, config, reopened: [] });
  expect(pending).toEqual(["score", "plots", "report"]);
  const scored = stages.find(({ name }) => name === "score")!;
  const { causes: said } = await checkStage(scored, {
    runDirectory,
    config,
    manifest: await readManifest(runDirectory),
  });
  expect(said).toEqual(["metrics/a.json: of another version"]);
});

it("a setting that says nothing is as if it were not there, so that a new one leaves older runs whole", async () => {
  const manifest = await readManifest(runDirectory);
  const [generate] = stagesWith({});
  const check = (extra: Record<string, unknown>) =>
    checkStage({ ...generate!, settings: () => ({ "its text": "", ...extra }) }, { runDirectory, config, manifest });
  expect((await check({ agents: [], other: undefined })).causes).toEqual([]);
  expect((await check({ agents: ["one"] })).causes).toEqual(["agents changed"]);
});

it("merged answers of an outside judge are filled in: what was judged stays", async () => {
  await mkdir(runPath(runDirectory, "offlineJudging", "primary"), { recursive: true });
  await writeFile(runPath(runDirectory, "primaryAnswers"), "{}");
  await writeFile(runPath(runDirectory, "verdicts", "judged before"), "");
  expect(await causes()).toEqual({ judge: ["packets/primary/merged.jsonl changed"] });
  expect((await runAgain({}))[0]).toBe("judge");
  expect(await readdir(runPath(runDirectory, "verdicts"))).toEqual(["file", "judged before"]);
});

it("a run of a version that kept one hash a stage keeps what models were asked for, and makes the rest anew", async () => {
  await updateManifest(runDirectory, ({ stages }) => ({ stages: asOldVersionsWrote(stages) }));
  const manifest = await readManifest(runDirectory);
  expect(manifest.stages.execute?.outputs).toEqual({
    raw_output: "one hash",
    worker_traces: "one hash",
    state: null,
    state_subjects: null,
  });
  const stages = stagesWith({ judge: "a prompt of today" });
  expect(await pendingStages(stages, { runDirectory, config, reopened: [] })).toEqual(["score", "plots", "report"]);
  expect(Object.values(await causes()).flat()).toEqual(Array(3).fill("an older version made it"));
});

function asOldVersionsWrote(stages: Manifest["stages"]): Manifest["stages"] {
  const old = Object.entries(stages).map(([name, { inputs: _inputs, outputs, ...state }]) => [
    name,
    { ...state, key: "k", output_hash: "one hash", written: Object.keys(outputs) },
  ]);
  return Object.fromEntries(old);
}
