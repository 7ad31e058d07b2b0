import { cpSync, existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STUDY_LIMITS } from "../../../../agent/contract/limits.ts";
import { toolVersions } from "../../../../agent/tools/registry.ts";
import type { RunEvent } from "../../../../harness/dag/runner.ts";
import { type Config, configSchema } from "../../../../harness/record/config/schema.ts";
import type { Effects } from "../../../../harness/record/effects.ts";
import { makeEffects } from "../../../../harness/record/effects.ts";
import { CHECKSUMS, formatChecksums, readChecksums } from "../../../../harness/record/run-directory/checksums.ts";
import { createRun } from "../../../../harness/record/run-directory/create.ts";
import { STAGE_NAMES } from "../../../../harness/record/run-directory/graph.ts";
import { readManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { readRecords } from "../../../../harness/record/run-directory/records.ts";
import { baselinesStage } from "../../../../harness/run/stages/baselines/index.ts";
import { executeStage } from "../../../../harness/run/stages/execute/index.ts";
import { extractStage } from "../../../../harness/run/stages/extract/index.ts";
import { generateStage } from "../../../../harness/run/stages/generate/index.ts";
import { openServices } from "../../../../harness/run/stages/open-services.ts";
import { runSession } from "../../../../harness/run/start/session.ts";
import { verifyRun } from "../../../../harness/run/verify/verify-run.ts";
import { type LoopbackProvider, type Reply, type Script, startProvider } from "../../../loopback/provider.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { runAlone } from "../stages/context.ts";

const KEY = "sk-planted-0123456789";

/** Every eight characters of it, as they are and in Base64. */
const PIECES = [
  KEY,
  Buffer.from(KEY).toString("base64"),
  Buffer.from(`user:${KEY}`).toString("base64").slice(7),
].flatMap((form) => Array.from({ length: form.length - 11 }, (_, at) => form.slice(at, at + 8)));
const ANY = new RegExp(PIECES.join("|").replaceAll("+", "\\+"));
/** Nearly every text holds none, which one search tells. */
const piecesIn = (text: string): string[] => (ANY.test(text) ? PIECES.filter((piece) => text.includes(piece)) : []);

/** As providers do it: the key is in the error, in whatever status and place. */
const quoting: Script = ({ headers }, count): Reply => {
  const message = `Incorrect API key provided: ${String(headers.authorization)}.`;
  const coded = encodeURIComponent(Buffer.from(`user:${KEY}`).toString("base64"));
  const bodies: Reply[] = [
    { type: "status", status: 429, headers: { "retry-after-ms": "1" }, body: { error: { message } } },
    { type: "status", status: 400, body: `<html>${message}` },
    { type: "raw", body: { error: { message, code: 401 } } },
    { type: "raw", body: message },
    {
      type: "status",
      status: 400,
      headers: { "x-request": `key=${KEY}` },
      body: { error: { message: `part ${KEY.slice(3, 14)}` } },
    },
    { type: "status", status: 403, body: { error: { message: `Basic ${coded}` } } },
  ];
  return bodies[count % bodies.length] as Reply;
};

let folder: string;
let provider: LoopbackProvider;
let runDirectory: string;
let config: Config;
let effects: Effects;
const log: string[] = [];
const events: unknown[] = [];
/** Of the substrate, by the run's stages. */
let openings: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-session-"));
  provider = await startProvider(quoting);
  const remote = { provider: "openai", model: "m", base_url: provider.url, api_key_env: "PLANTED", max_retries: 1 };
  const judge = { type: "llm", chain: [{ ...remote, family: "judge" }] };
  config = configSchema.parse({
    corpus: { type: "telecom", seed: 7, scale: 0.02 },
    scenarios: { total: 5, seed: 3, limit: 2 },
    models: [
      { name: "quoted", ...remote },
      { name: "explorer", provider: "policy", model: "explorer" },
    ],
    workflows: ["react"],
    knowledge: ["prompt"],
    judges: { primary: judge },
    enrichment: { model: remote, max_calls: 4 },
    runs_dir: join(folder, "runs"),
  });
  const environment = { PLANTED: KEY, SCOPEBENCH_CACHE: join(folder, "cache") };
  effects = makeEffects({ environment, log: (message) => void log.push(message) });
  runDirectory = await createRun(config, effects);
  const only = STAGE_NAMES.slice(0, STAGE_NAMES.indexOf("calibrate"));
  const listen = (event: RunEvent) => {
    events.push(event);
    // What a kill at this moment would leave.
    if (event.type === "stage-done") cpSync(runDirectory, join(folder, "killed", event.stage), { recursive: true });
  };
  await runSession({ runDirectory, config, effects, signal: new AbortController().signal, listen, only });
  const leases = join(folder, "cache", "in-use");
  openings = (await Promise.all((await readdir(leases)).map((name) => readdir(join(leases, name))))).flat().length;
});
afterAll(async () => {
  await provider?.close();
  await rm(folder, { recursive: true, force: true });
});

/** As if the process that wrote this copy of a run were gone. */
async function abandon(copy: string): Promise<void> {
  const gone = (name: string) => name.replace(/^\d+/, "2147483646");
  for (const name of await readdir(join(copy, "run.lock")))
    await rename(join(copy, "run.lock", name), join(copy, "run.lock", gone(name)));
  const { hashes, open } = (await readChecksums(copy))!;
  const list = formatChecksums(
    hashes,
    open.map(({ part, writer }) => ({ part, writer: gone(writer) })),
  );
  await writeFile(join(copy, CHECKSUMS), list);
}

it("the substrate is opened once for all stages", () => {
  expect(openings).toBe(1);
});

it("a run that was killed between two stages is whole again after a resume, whatever that has left to do", async () => {
  const killed = await readdir(join(folder, "killed"));
  expect(killed.sort()).toEqual(["execute", "extract", "generate", "judge"]);
  for (const stage of nonEmpty(killed)) {
    const copy = join(folder, "killed", stage);
    await abandon(copy);
    const signal = new AbortController().signal;
    await runSession({ runDirectory: copy, config, effects, signal, listen: () => undefined, only: ["generate"] });
    const findings = await verifyRun({ runDirectory: copy, config, manifest: await readManifest(copy) });
    const wrong = findings.filter(({ ok }) => ok === false).map(({ check }) => check);
    expect([stage, wrong]).toEqual([stage, ["stages"]]);
  }
});

it("what executions did is there for the live view until their traces are extracted, and gone then", async () => {
  const text = await readFile(join(folder, "killed", "execute", "live", "explorer__react__prompt.jsonl"), "utf8");
  const steps = text
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(new Set(steps)).toEqual(new Set(["begin", "call", "answer"]));
  expect(existsSync(join(runDirectory, "live"))).toBe(false);
});

describe("a provider that quotes the key in its errors", () => {
  it("ends executions and verdicts with its words, and no file, log line or event of the run holds the key", async () => {
    const configuration = { model: "quoted", workflow: "react", knowledge: "prompt" } as const;
    const records = await readRecords({ runDirectory, part: "rawOutput", configuration });
    const lost = log.filter((line) => line.includes("ended without a result, as infrastructure"));
    expect([...records.map(({ outcome }) => outcome), ...lost.map(() => "infrastructure")]).toHaveLength(2);
    expect((await readManifest(runDirectory)).lost_executions).toBe(lost.length);
    expect(JSON.stringify([records, lost])).toContain("Incorrect API key provided: Bearer [redacted: PLANTED]");
    const explorer = { ...configuration, model: "explorer" };
    const verdicts = await readRecords({ runDirectory, part: "verdicts", configuration: explorer });
    expect(JSON.stringify(verdicts)).toContain("[redacted: PLANTED]");
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const holding = await Promise.all(
      files.map(async (path) => piecesIn((await readFile(path)).toString("latin1")).map((piece) => [path, piece])),
    );
    expect([files.length > 50, holding.flat()]).toEqual([true, []]);
    expect(piecesIn(JSON.stringify([log, events]))).toEqual([]);
  });

  it("judges pass the gate of the run: what they were throttled by is in its log", async () => {
    const lines = (await readFile(join(runDirectory, "concurrency.jsonl"), "utf8")).trim().split("\n");
    const providers = lines.map((line) => (JSON.parse(line) as { provider: string }).provider);
    expect(new Set(providers)).toEqual(new Set([`openai ${new URL(provider.url).host}`]));
    expect(lines.filter((line) => line.includes('"shrink"')).length).toBeGreaterThan(0);
    const drawn = await runCli(["runs", "concurrency", runDirectory], { cwd: folder });
    expect(drawn.out).toContain(`openai ${new URL(provider.url).host}: requests that may be in flight`);
    const judged = events.filter((event) => JSON.stringify(event).includes('"stage":"judge"'));
    expect(JSON.stringify(judged)).toContain('"load":"openai ');
  });
});

it("the manifest holds a version of every tool as agents see it, which a limit in it changes", async () => {
  const { tools } = await readManifest(runDirectory);
  expect(tools).toEqual(toolVersions(STUDY_LIMITS));
  const other = toolVersions({ ...STUDY_LIMITS, keywordMax: 7 });
  expect(Object.keys(other).filter((name) => other[name] !== tools[name])).toEqual(["keyword_search"]);
});

it("generate, execute, extract and baselines find all that they need in a run that holds what they declare", async () => {
  const { judges } = configSchema.parse({});
  const own: Config = { ...config, judges, models: config.models.slice(1), baselines: ["keyword"] };
  const signal = new AbortController().signal;
  const services = openServices({ config: own, effects, signal });
  const context = { runDirectory: await createRun(own, effects), config: own, effects, signal, services };
  const summaries: string[] = [];
  for (const stage of [generateStage, executeStage, extractStage, baselinesStage]) {
    summaries.push(await runAlone(stage, { ...context, progress: () => undefined }));
    await services.close();
  }
  expect(summaries).toEqual([
    "2 scenarios, 2 re-validated",
    "2 success",
    "2 from checkpoints",
    "1 ranker without a model, 2 rankings",
  ]);
});
