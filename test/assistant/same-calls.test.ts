import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readScenarioSet } from "../../scenarios/set-file.ts";
import { type CliResult, newestRun, scopebench } from "../e2e/cli-process.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { nonEmpty } from "../non-empty.ts";
import { QUESTION, serveSmall } from "./served.ts";

const asking = (content: string) => ({ input: { messages: [{ type: "human", content }] } });
const ASK = asking(QUESTION);

const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
models: [{ name: explorer, provider: policy, model: explorer }]
knowledge: [prompt]
baselines: []
`;

/** As all three tell it. */
interface Call {
  index: number;
  tool: string;
  arguments: unknown;
  status: string;
  sub_agent: string | null;
}
/** A delegation is told of when it is over, and counted from when it began. */
const callsOf = (calls: readonly Call[]) =>
  calls
    .toSorted((a, b) => a.index - b.index)
    .map(({ tool, arguments: given, status, sub_agent }) => ({ tool, given, status, sub_agent }));

describe("a question", () => {
  let cwd: string;
  let client: Client;
  let served: { url: string; ended: Promise<CliResult>; stop(): void };
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "scopebench-same-"));
    await writeFile(join(cwd, "bench.yaml"), BENCH);
    served = await serveProcess(cwd);
    client = new Client({ apiUrl: served.url, apiKey: null });
  });
  afterAll(() => rm(cwd, { recursive: true, force: true }));

  it("has the same calls through `run`, `ask --json` and the process `assistant serve`, in either workflow", async () => {
    const ran = await runCli(["run", "--quick"], { cwd });
    expect([ran.code, ran.errors]).toEqual([0, expect.stringContaining("4 success")]);
    const run = await newestRun(join(cwd, "runs"));
    const { scenarios } = await readScenarioSet(join(run, "scenarios.yaml"));
    const single = new Map(scenarios.flatMap(({ id, turns }) => (turns.length === 1 ? [[id, turns[0]!]] : [])));
    for (const workflow of nonEmpty(["react", "plan_execute"])) {
      const name = `explorer__${workflow}__prompt`;
      const lines = (await readFile(join(run, "extractions", `${name}.jsonl`), "utf8")).trim().split("\n");
      const measured = lines.map((line) => JSON.parse(line) as { scenario_id: string; tool_calls: Call[] });
      for (const { scenario_id, tool_calls } of nonEmpty(
        measured.filter((each) => single.has(each.scenario_id)).slice(0, 1),
      )) {
        const question = single.get(scenario_id)!;
        const asked = await runCli(["ask", "--json", "--workflows", workflow, question], { cwd });
        const { trace } = JSON.parse(asked.out) as { trace: { tool_calls: Call[] } };
        const { thread_id } = await client.threads.create();
        const shown: Call[] = [];
        const options = { ...asking(question), streamMode: ["custom"] as never };
        for await (const { event, data } of client.runs.stream(thread_id, `explorer ${workflow} prompt`, options))
          if ((event as string) === "custom") shown.push(data as unknown as Call);
        expect(callsOf(tool_calls).length).toBeGreaterThan(0);
        expect(callsOf(trace.tool_calls)).toEqual(callsOf(tool_calls));
        expect(callsOf(shown)).toEqual(callsOf(tool_calls));
      }
    }
    served.stop();
    expect((await served.ended).code).toBe(0);
  });
});

/** Until it says that it can be asked. */
async function serveProcess(cwd: string) {
  const ready = Promise.withResolvers<string>();
  let stop = (): void => undefined;
  const ended = scopebench(["assistant", "serve", "--port", "0"], {
    cwd,
    onStart(child) {
      let told = "";
      stop = () => void child.kill("SIGINT");
      child.stderr!.on("data", (chunk: Buffer) => {
        told += chunk;
        const url = /http:\S+:\d+/.exec(told);
        if (url && told.includes("can be asked")) ready.resolve(url[0]);
      });
    },
  });
  void ended.then(({ errors }) => ready.reject(new Error(errors)));
  return { url: await ready.promise, ended, stop };
}

describe("a service that ends", () => {
  it("by kill -9 in mid-run: every thread is readable, a pause waits on, and the run is said to be interrupted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-assistant-"));
    const script = fileURLToPath(new URL("killed-service.ts", import.meta.url));
    const child = spawn(process.execPath, [script, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    const [line] = await once(child.stdout, "data");
    const client = new Client({ apiUrl: String(line).trim(), apiKey: null, callerOptions: { maxRetries: 0 } });
    const safe = { config: { configurable: { safe_mode: true } } };
    const { thread_id } = await client.threads.create();
    await client.runs.wait(thread_id, "scopebench", { ...ASK, ...safe });
    const { thread_id: cut } = await client.threads.create();
    const { run_id } = await client.runs.create(cut, "scopebench", ASK);
    expect((await ended)[1]).toBe("SIGKILL");

    const second = await serveSmall(folder);
    const again = new Client({ apiUrl: second.url, apiKey: null });
    const { status, values } = await again.threads.get(cut);
    expect(status).toBe("idle");
    expect((values as { messages: unknown[] }).messages[0]).toMatchObject({ content: QUESTION });
    expect(await again.runs.get(cut, run_id)).toMatchObject({
      status: "interrupted",
      error: expect.stringContaining("stopped during this run"),
    });
    const go = { config: { configurable: { safe_mode: false } } };
    expect(JSON.stringify(await again.runs.wait(cut, "scopebench", { ...ASK, ...go }))).toContain("## Recommended");
    const resume = { decisions: [{ type: "approve" }] };
    const decided = await again.runs.wait(thread_id, "scopebench", { command: { resume }, ...go });
    expect(JSON.stringify(decided)).toContain("## Recommended");
    await second.close();
    await rm(folder, { recursive: true });
  });
});
