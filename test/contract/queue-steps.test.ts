import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { configurationsOf } from "../../harness/record/config/matrix.ts";
import { readManifest } from "../../harness/record/run-directory/manifest.ts";
import { readRun } from "../../harness/record/run-directory/open-run.ts";
import { readRecords } from "../../harness/record/run-directory/records.ts";
import { metricFacts } from "../../harness/results/compare/metric-facts.ts";
import { decideInLooks, type Series } from "../../harness/results/compare/sequential/decide-in-looks.ts";
import { readScoredRun } from "../../harness/results/compare/sources/read-run.ts";
import { raceOver } from "../../harness/run/race/run-race.ts";
import { BIN, newestRun } from "../e2e/cli-process.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { createTestDatabase, describeOn, type TestDatabase } from "../servers.ts";

const bench = (more = "") => `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 16, seed: 3 }
models: ${JSON.stringify(["explorer", "planner", "sprinter"].map((name) => ({ name, provider: "policy", model: name })))}
workflows: [keyword_rag]
knowledge: [prompt]
baselines: []
seed: 1
gate: { metrics: { id_coverage: { min_effect: 0.02 } } }
${more}
`;

/** A coordinator is killed after each of so many executions. */
const KILLED_AFTER = [5];

describeOn(["PostgreSQL"], "a run that decides step by step over a queue, its coordinator killed within a step", () => {
  let cwd: string;
  let database: TestDatabase;
  let worker: ReturnType<typeof started>;
  /** The baseline, and the candidate, which finds less, run as wholes. */
  let [baseline, whole] = ["", ""];

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "scopebench-queue-steps-"));
    await writeFile(join(cwd, "base.yaml"), bench());
    await writeFile(join(cwd, "candidate.yaml"), bench("limits: { keyword_default: 1 }"));
    database = await createTestDatabase();
    worker = started("queue", "worker", "--trust", "--concurrency", "2");
    for (const name of ["base", "candidate"]) {
      const run = await runCli(["run", "-c", `${name}.yaml`, "--quick", "--runs-dir", name], { cwd });
      expect(run.code, run.errors).toBe(0);
    }
    [baseline, whole] = [await newestRun(join(cwd, "base")), await newestRun(join(cwd, "candidate"))];
  });
  afterAll(async () => {
    worker.kill("SIGKILL");
    await closed(worker);
    await database.drop();
    await rm(cwd, { recursive: true, force: true });
  });

  function started(...args: string[]) {
    const { PATH, HOME, SCOPEBENCH_CACHE } = process.env;
    const env = { PATH, HOME, SCOPEBENCH_CACHE, NO_COLOR: "1", SCOPEBENCH_QUEUE_URL: database.url };
    return spawn(process.execPath, [...ENGINE_FLAGS, BIN, ...args], { cwd, env, stdio: "ignore" });
  }

  async function closed(child: ReturnType<typeof started>): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  }

  /** Started anew after each kill; the last start goes on to the end. */
  async function killedAndResumed(folder: string, args: readonly string[]): Promise<string> {
    const where = ["--runs-dir", folder, "--queue", "--take-over", "10"];
    const again = ["resume", "latest", "--until", "score", ...where];
    let directory = "";
    for (const [at, count] of KILLED_AFTER.entries()) {
      const coordinator = started(...(at === 0 ? ["run", "--quick", ...args, ...where] : again));
      const ended = closed(coordinator);
      do {
        await sleep(20);
        expect(coordinator.exitCode).toBeNull();
        directory = await newestRun(join(cwd, folder)).catch(() => "");
        // Its directory comes before its manifest.
      } while (directory === "" || (await madeIn(directory).catch(() => [])).length < count);
      coordinator.kill("SIGKILL");
      await ended;
    }
    const { code, errors } = await runCli(again, { cwd, environment: { SCOPEBENCH_QUEUE_URL: database.url } });
    expect(code, errors).toBe(0);
    return directory;
  }

  async function madeIn(directory: string) {
    const configurations = configurationsOf((await readRun(directory)).config);
    const read = (configuration: (typeof configurations)[number]) =>
      readRecords({ runDirectory: directory, part: "rawOutput", configuration });
    return (await Promise.all(configurations.map(read))).flat();
  }

  const source = async (directory: string) => readScoredRun(directory, (await readRun(directory)).config);

  it("comes to the looks, the stop and the exit code that a whole run shows by the same plan", async () => {
    const directory = await killedAndResumed("looks", ["-c", "candidate.yaml", "--until-decided", baseline]);
    const { planned } = (await readManifest(directory)).series!;
    const shown = await runCli(["compare", baseline, directory, "--gate", "--sequential", "--json"], { cwd });
    const { config } = await readRun(directory);
    const request = { metrics: null, allow: [], config: config.gate, gate: true, baseline: await source(baseline) };
    const expected = decideInLooks({ ...request, candidate: await source(whole) }, planned);
    expect((JSON.parse(shown.out) as { series: Series }).series).toEqual(JSON.parse(JSON.stringify(expected.series)));
    expect(shown.code).toBe(expected.gate!.exit_code);
    expect(await madeIn(directory)).toHaveLength(3 * expected.series!.scenarios);
  });

  it("comes to the winner, the order and the executions that a race over the whole matrix asks for", async () => {
    const directory = await killedAndResumed("raced", ["-c", "base.yaml", "--race", "functional_pass"]);
    const plan = (await readManifest(directory)).race!;
    const [own, all] = [await source(directory), await source(baseline)];
    const [facts] = metricFacts([plan.metric], [own]);
    const raced = raceOver(own, facts!, plan);
    expect(raced).toEqual(raceOver(all, facts!, plan));
    expect(await madeIn(directory)).toHaveLength(raced.executions);
  });
});
