import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readServedContent } from "../../db/sources/in-process/read-content.ts";
import { type LoopbackWikis, startWikis } from "../db/sources/loopback-wikis.ts";
import { BIN, filesUnder, newestRun } from "../e2e/cli-process.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { createTestDatabase, describeOn, type TestDatabase } from "../servers.ts";

const WORLD = join(import.meta.dirname, "../../examples/sources");
const RUN = ["run", "--models", "explorer", "--scenarios", "S00*", "--until", "score", "--runs-dir"];

describeOn(["PostgreSQL"], "a run on live sources over a queue", () => {
  let cwd: string;
  let wikis: LoopbackWikis;
  let database: TestDatabase;
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "scopebench-queue-"));
    wikis = await startWikis(await readServedContent(join(WORLD, "sources.json")));
    const bench = {
      ...{ corpus: { type: "folder", path: WORLD }, scenarios: { file: join(WORLD, "scenarios.yaml") } },
      ...{ live_sources: { sources: wikis.entries() }, workflows: ["sources"], knowledge: ["prompt"], baselines: [] },
    };
    await writeFile(join(cwd, "bench.yaml"), JSON.stringify(bench));
    database = await createTestDatabase();
  });
  afterAll(async () => {
    const running = workers.filter((worker) => worker.exitCode === null && worker.signalCode === null);
    await Promise.all(running.map((worker) => [worker.kill("SIGKILL"), once(worker, "close")][1]));
    await wikis.close();
    await database.drop();
    await rm(cwd, { recursive: true, force: true });
  });

  function startWorker(tokens: Record<string, string>) {
    const { PATH, HOME, SCOPEBENCH_CACHE } = process.env;
    const env = { PATH, HOME, SCOPEBENCH_CACHE, NO_COLOR: "1", SCOPEBENCH_QUEUE_URL: database.url, ...tokens };
    const args = [...ENGINE_FLAGS, BIN, "queue", "worker", "--trust", "--concurrency", "2"];
    const worker = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
    workers.push(worker);
    return worker;
  }

  it("gives a local run's metrics though a worker is killed; only workers have tokens, and one without takes no task", async () => {
    const local = await runCli([...RUN, "local"], { cwd, environment: wikis.tokens });
    expect(local.code, local.errors).toBe(0);
    const asked = wikis.requests.length;

    const [tokenless, first] = [startWorker({}), startWorker(wikis.tokens)];
    let said = "";
    tokenless.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    wikis.disturb = ({ count }) => {
      if (count === asked + 5) first.kill("SIGKILL");
      return null;
    };
    first.once("close", () => startWorker(wikis.tokens));
    const environment = { SCOPEBENCH_QUEUE_URL: database.url };
    const queued = await runCli([...RUN, "queued", "--queue", "--take-over", "10"], { cwd, environment });
    expect(queued.code, queued.errors).toBe(0);
    expect(first.signalCode).toBe("SIGKILL");
    expect(said).toContain("LIVE_{caller}: expected a caller's token for wiki, found none");
    // What the killed one had asked was asked again.
    expect(wikis.requests.length).toBeGreaterThan(2 * asked);
    const metrics = async (runs: string) => filesUnder(join(await newestRun(join(cwd, runs)), "metrics"));
    expect(await metrics("queued")).toEqual(await metrics("local"));
  });
});
