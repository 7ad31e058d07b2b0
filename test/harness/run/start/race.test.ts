import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "../../../../harness/cli/index.ts";
import { configurationsOf } from "../../../../harness/record/config/matrix.ts";
import { listRuns } from "../../../../harness/record/run-directory/find.ts";
import { readManifest, updateManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { readRun } from "../../../../harness/record/run-directory/open-run.ts";
import { readRecords } from "../../../../harness/record/run-directory/records.ts";
import { metricFacts } from "../../../../harness/results/compare/metric-facts.ts";
import { readScoredRun } from "../../../../harness/results/compare/sources/read-run.ts";
import { type Raced, raceOver } from "../../../../harness/run/race/run-race.ts";
import { runCli } from "../../cli/run-cli.ts";

const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 12, seed: 3 }
models: [explorer, planner, sprinter]
workflows: [keyword_rag]
knowledge: [prompt]
baselines: []
seed: 1
`.replace(/\[explorer.*\]/, (names) =>
  JSON.stringify(names.match(/\w+/g)!.map((name) => ({ name, provider: "policy", model: name }))),
);

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-race-"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const race = ["run", "--quick", "--race", "functional_pass", "--runs-dir", "raced"];
const latest = async (folder: string) => join(cwd, folder, (await listRuns(join(cwd, folder))).at(-1)!);

/** Aborted at the first message that is like this. */
async function runUntil(args: readonly string[], message: RegExp): Promise<number> {
  const stop = new AbortController();
  return cli(args, {
    ...{ cwd, environment: { SCOPEBENCH_CACHE: process.env.SCOPEBENCH_CACHE }, out: () => undefined },
    ...{ interactive: false, trusts: true, columns: 80, signal: stop.signal },
    error: (text: string) => void (message.test(text) && stop.abort()),
  });
}

async function racedIn(directory: string, plan: Parameters<typeof raceOver>[2]): Promise<Raced> {
  const source = await readScoredRun(directory, (await readRun(directory)).config);
  return raceOver(source, metricFacts([plan.metric], [source])[0]!, plan);
}

describe("a run that races its configurations", () => {
  it("that is stopped at every step and resumed comes to what the race over the whole matrix would have", async () => {
    await runUntil(race, /go on to/);
    const directory = await latest("raced");
    const { track, kept, released } = (await readManifest(directory)).race!;
    expect(new Set(Object.values(released)).size).toBe(2);
    const again = ["resume", directory, "--until", "score"];
    let starts = 1;
    while ((await runUntil(again, /go on to|came first/)) !== 0) starts++;
    expect(starts).toBeGreaterThan(1);
    const plan = (await readManifest(directory)).race!;
    expect([plan.track, plan.kept]).toEqual([track, kept]);

    expect((await runCli(["run", "--quick", "--runs-dir", "whole"], { cwd })).code).toBe(0);
    const [own, whole] = [await racedIn(directory, plan), await racedIn(await latest("whole"), plan)];
    expect(own).toEqual(whole);
    const shown = await runCli(["runs", "race", directory, "--json"], { cwd });
    expect(JSON.parse(shown.out)).toMatchObject({ winner: own.winner, executions: own.executions });
  });

  it("makes what the race asked for and nothing else, and is whole so", async () => {
    const directory = await latest("raced");
    const run = await readRun(directory);
    const { race: plan, unasked_executions: unasked } = await readManifest(directory);
    const files = configurationsOf(run.config).map((configuration) =>
      readRecords({ runDirectory: directory, part: "rawOutput", configuration }),
    );
    const made = (await Promise.all(files)).flat().length;
    const { executions, of } = await racedIn(directory, plan!);
    expect(made).toBe(executions);
    expect(made).toBeLessThan(0.8 * of);
    expect(unasked).toBe(3 * 12 - made);
    const verified = await runCli(["runs", "verify", directory], { cwd });
    expect(verified.out).toMatch(/not asked[\s\S]*cells +\d+, each once\n.*metrics recomputed +byte-identical/);
  });

  it("is refused for a metric without an end and for one configuration, and goes on with no other code", async () => {
    const refused = await runCli([...race.slice(0, 3), "tokens_in"], { cwd });
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining("has no end")]);
    const alone = await runCli([...race, "--models", "explorer"], { cwd });
    expect(alone.errors).toContain("nobody to race");
    const directory = await latest("raced");
    await updateManifest(directory, ({ race: before }) => {
      const { winner: _, ...open } = before!;
      return { race: { ...open, candidate: "other" } };
    });
    const resumed = await runCli(["resume", directory, "--until", "score"], { cwd });
    expect([resumed.code, resumed.errors]).toEqual([1, expect.stringContaining("other code")]);
  });
});
