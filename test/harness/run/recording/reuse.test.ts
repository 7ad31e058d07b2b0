import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newestRun } from "../../../e2e/cli-process.ts";
import { type LoopbackProvider, startProvider } from "../../../loopback/provider.ts";
import { runCli } from "../../cli/run-cli.ts";

const ANSWER = "## Summary\nNone.\n## Recommended\n\n## Coverage gaps\n- None\n## Sources\n- None";

let cwd: string;
let provider: LoopbackProvider;
let bench: string;
/** Of two executions that are alike. */
let calls: number;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-reuse-run-"));
  provider = await startProvider((_request, count) => ({ type: "text", text: `${ANSWER}\n${count}` }));
  bench = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
knowledge: [prompt]
workflows: [keyword_rag]
models: [{ name: m, provider: openai, model: m-1, base_url: ${provider.url} }]
baselines: []
seed: 1
`;
  await writeFile(join(cwd, "bench.yaml"), bench);
  const { code, errors } = await runCli(["run", "--record", "main.recording", "--quick"], { cwd });
  expect(code, errors).toBe(0);
  calls = provider.requests.length;
});
afterAll(async () => {
  await provider.close();
  await rm(cwd, { recursive: true, force: true });
});

async function reused(until: "execute" | "score", ...flags: string[]) {
  const before = provider.requests.length;
  const result = await runCli(["run", "--reuse", "main.recording", "--until", until, ...flags], { cwd });
  expect(result.code, result.errors).toBe(0);
  const run = await newestRun(join(cwd, "runs"));
  return { ...result, asked: provider.requests.length - before, run };
}

it("a model is asked for what a change touched alone; a run that changed nothing asks for nothing and comes to the same", async () => {
  const scoresOf = (run: string) => readFile(join(run, "metrics", "per_execution.csv"), "utf8");
  const recorded = await scoresOf(await newestRun(join(cwd, "runs")));
  const same = await reused("score");
  expect([same.asked, await scoresOf(same.run)]).toEqual([0, recorded]);
  expect(same.errors).toContain(`${calls} of ${calls} recorded calls reused, 0 other calls made`);
  const manifest = JSON.parse(await readFile(join(same.run, "manifest.json"), "utf8"));
  expect(manifest.recording).toMatchObject({ mode: "reuse", hash: expect.stringMatching(/^[0-9a-f]{64}$/) });

  expect((await reused("execute", "--limit", "3")).asked).toBe(calls / 2);
  await writeFile(join(cwd, "changed.yaml"), bench.replace("seed: 1", "seed: 1\nlimits: { keyword_max: 3 }"));
  expect((await reused("execute", "-c", "changed.yaml")).asked).toBe(calls);
});

it("is refused beside --record, --replay and --queue", async () => {
  for (const other of [
    ["--record", "x"],
    ["--replay", "x"],
    ["--queue", "postgres://127.0.0.1/x"],
  ]) {
    const { code, errors } = await runCli(["run", "--reuse", "main.recording", ...other], { cwd });
    expect([code, errors]).toEqual([1, expect.stringContaining("cannot be used with")]);
  }
});
