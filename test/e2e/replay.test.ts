import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../harness/cli/run-cli.ts";
import { type LoopbackProvider, startProvider } from "../loopback/provider.ts";
import { filesUnder, newestRun, scopebench } from "./cli-process.ts";

const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
knowledge: [prompt]
workflows: [react, plan_execute, keyword_rag_cross_encoder]
baselines: [keyword]
models: [{ name: explorer, provider: policy, model: explorer }]
seed: 1
`;
const SECRET = "sk-planted-secret-4711";

let cwd: string;
let reranker: LoopbackProvider;
let bench: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-replay-"));
  reranker = await startProvider(({ body }) => ({
    type: "raw",
    body: { results: scoresOf(body.documents as string[]) },
  }));
  bench = `${BENCH}cross_encoder: { base_url: ${reranker.url}, model: ce-1 }\n`;
  await writeFile(join(cwd, "bench.yaml"), bench);
});
afterAll(async () => {
  await reranker.close();
  await rm(cwd, { recursive: true, force: true });
});

/** Figures and report are no part of what a replay repeats. */
const UNTIL_SCORE = ["--until", "score"];

const metricsOf = async (runs: string) => filesUnder(join(await newestRun(join(cwd, runs)), "metrics"));
const manifestOf = async (runs: string) =>
  JSON.parse(await readFile(join(await newestRun(join(cwd, runs)), "manifest.json"), "utf8")) as { recording: unknown };

describe("a matrix that is recorded", () => {
  it("is replayed with equal metrics, though the recording was killed with SIGKILL and resumed; no file holds a key", async () => {
    const environment = { PLANTED_API_KEY: SECRET };
    const killed = await scopebench(["run", "--record", "main.recording", "--runs-dir", "recorded", ...UNTIL_SCORE], {
      cwd,
      environment,
      onStart: async (child) => {
        while (!(await isRecording()) && child.exitCode === null) await sleep(20);
        child.kill("SIGKILL");
      },
    });
    expect(killed.code).toBeNull();
    const resumed = await runCli(["resume", "latest", "--runs-dir", "recorded", ...UNTIL_SCORE], { cwd, environment });
    expect(resumed.code, resumed.errors).toBe(0);
    expect(await readdir(cwd)).not.toContain("main.recording.part");
    const asked = reranker.requests.length;

    const replayed = await runCli(["run", "--replay", "main.recording", "--runs-dir", "replayed", ...UNTIL_SCORE], {
      cwd,
    });
    expect(replayed.code, replayed.errors).toBe(0);
    expect(replayed.errors).toContain("replayed from main.recording: no model is asked");
    expect(replayed.errors).toMatch(/replayed (\d+) of \1 recorded calls/);
    expect(reranker.requests).toHaveLength(asked);
    expect(await metricsOf("replayed")).toEqual(await metricsOf("recorded"));
    expect(await manifestOf("replayed")).toMatchObject({
      recording: { mode: "replay", cassette: "../../main.recording", hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const texts = Object.values(await filesUnder(cwd));
    expect(texts.some((text) => text.includes(SECRET))).toBe(false);
  });

  it("ends with exit 1, the request and the difference when something else is asked; list and show print it", async () => {
    await writeFile(join(cwd, "bench.yaml"), `${bench}limits: { keyword_max: 99 }\n`);
    const result = await runCli(["run", "--replay", "main.recording", "--runs-dir", "missed"], { cwd });
    expect(result.code).toBe(1);
    expect(result.errors).toMatch(/error: request \d+ of \S+ was not recorded in/);
    expect(result.errors).toContain("tools[keyword_search].parameters.properties.limit.maximum: recorded 400, now 99");
    const listed = await runCli(["runs", "recording", "list", "main.recording"], { cwd });
    expect(listed.out).toMatch(/rerank ce-1[\s\S]*7 threads, \d+ calls, checksum/);
    const shown = await runCli(["runs", "recording", "show", "main.recording", "explorer__react__prompt", "1"], {
      cwd,
    });
    expect(shown.out).toContain("[system] You are a test scope analyst.");
  });
});

function scoresOf(documents: readonly string[]): { index: number; relevance_score: number }[] {
  return documents.map(({ length }, index) => ({ index, relevance_score: (length % 13) / 13 }));
}

async function isRecording(): Promise<boolean> {
  return stat(join(cwd, "main.recording.part")).then(
    ({ size }) => size > 50_000,
    () => false,
  );
}
