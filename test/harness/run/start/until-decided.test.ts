import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "../../../../harness/cli/index.ts";
import { listRuns } from "../../../../harness/record/run-directory/find.ts";
import { readManifest, updateManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { readRun } from "../../../../harness/record/run-directory/open-run.ts";
import { readRecords } from "../../../../harness/record/run-directory/records.ts";
import { decideInLooks, type Series } from "../../../../harness/results/compare/sequential/decide-in-looks.ts";
import { readScoredRun } from "../../../../harness/results/compare/sources/read-run.ts";
import { runCli } from "../../cli/run-cli.ts";

/** The candidate cannot search, so that no look is the last for want of a loss: its order is drawn anew for each run. */
const bench = (model: string) => `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 16, seed: 3 }
models: [{ name: agent, provider: policy, model: ${model} }]
workflows: [react]
knowledge: [prompt]
${model === "sprinter" ? "tool_families: [artifact]" : ""}
baselines: []
seed: 1
gate: { metrics: { id_coverage: { min_effect: 0.02 } } }
`;

let cwd: string;
/** The baseline, and the candidate run as a whole. */
let [baseline, whole] = ["", ""];
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-decided-"));
  for (const model of ["explorer", "sprinter"]) {
    await writeFile(join(cwd, `${model}.yaml`), bench(model));
    const run = await runCli(["run", "-c", `${model}.yaml`, "--quick", "--runs-dir", model], { cwd });
    expect(run.code, run.errors).toBe(0);
  }
  [baseline, whole] = [await onlyRun("explorer"), await onlyRun("sprinter")];
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function onlyRun(folder: string): Promise<string> {
  const runs = await listRuns(join(cwd, folder));
  return join(cwd, folder, runs.at(-1)!);
}

/** Aborted at the first message that is like this. */
async function runUntil(args: readonly string[], message: RegExp): Promise<number> {
  const stop = new AbortController();
  return cli(args, {
    ...{ cwd, environment: { SCOPEBENCH_CACHE: process.env.SCOPEBENCH_CACHE }, out: () => undefined },
    ...{ interactive: false, trusts: true, columns: 80, signal: stop.signal },
    error: (text: string) => void (message.test(text) && stop.abort()),
  });
}

async function source(directory: string) {
  return readScoredRun(directory, (await readRun(directory)).config);
}

const seriesOf = (json: string) => (JSON.parse(json) as { series: Series }).series;
const start = (model: string, to: string) => [
  ...["run", "-c", `${model}.yaml`, "--quick", "--until-decided", baseline, "--runs-dir", to],
];

describe("a run until the gate has decided", () => {
  it("that is stopped at every look and resumed decides as one look after the other does on the whole run", async () => {
    const [args, again] = [
      start("sprinter", "stopped"),
      ["resume", "latest", "--runs-dir", "stopped", "--until", "score"],
    ];
    let starts = 1;
    await runUntil(args, /scenarios? more/);
    await cp(await onlyRun("stopped"), join(cwd, "changed", "run"), { recursive: true });
    const planned = (await readManifest(await onlyRun("stopped"))).series!.planned;
    while ((await runUntil(again, /scenarios? more/)) > 4) starts++;
    expect(starts).toBeGreaterThan(2);

    const directory = await onlyRun("stopped");
    const { series } = await readManifest(directory);
    expect(series!.planned).toEqual(planned);
    const shown = await runCli(["compare", baseline, directory, "--gate", "--sequential", "--json"], { cwd });
    const [before, after] = [await source(baseline), await source(whole)];
    const { config } = await readRun(directory);
    const request = { metrics: null, allow: [], config: config.gate, gate: true, baseline: before };
    const expected = decideInLooks({ ...request, candidate: after }, planned);
    expect(seriesOf(shown.out)).toEqual(JSON.parse(JSON.stringify(expected.series)));
    expect(shown.code).toBe(expected.gate!.exit_code);
  });

  it("has no verdict where its code changed on the way", async () => {
    const directory = join(cwd, "changed", "run");
    await updateManifest(directory, ({ series }) => ({ series: { ...series!, candidate: "of other code" } }));
    const resumed = await runCli(["resume", directory, "--until", "score"], { cwd });
    expect(resumed.code).toBe(4);
    expect(resumed.errors).toContain("the plan is void");
    expect(resumed.out).toContain("not comparable: plan");
  });

  it("executes the scenarios of the looks that it took and no others", async () => {
    const run = await runCli(start("explorer", "unchanged"), { cwd });
    expect(run.code, run.errors).toBe(0);
    const directory = await onlyRun("unchanged");
    const { series, unasked_executions } = await readManifest(directory);
    const asked = series!.planned.order.slice(0, series!.released);
    expect(asked.length).toBeLessThan(16);
    const configuration = { model: "agent", workflow: "react", knowledge: "prompt" } as const;
    const records = await readRecords({ runDirectory: directory, part: "rawOutput", configuration });
    expect(records.map(({ scenario_id }) => scenario_id).sort()).toEqual([...asked].sort());
    expect(unasked_executions).toBe(16 - asked.length);
    const verified = await runCli(["runs", "verify", directory], { cwd });
    expect(verified.out).toContain(`${16 - asked.length} not asked`);
  });

  it("knows the series before it of the same candidate against the same baseline", async () => {
    const { series: before } = await readManifest(await onlyRun("unchanged"));
    const looks = before!.planned.looks.filter(({ scenarios }) => scenarios <= before!.released).length;
    const [run] = await listRuns(join(cwd, "unchanged"));
    const args = start("explorer", "unchanged").filter((flag) => flag !== "--quick");
    expect((await runCli([...args, "--until", "generate"], { cwd })).code).toBe(0);
    const { series } = await readManifest(await onlyRun("unchanged"));
    expect(series!.earlier).toEqual([{ run, looks }]);
  });

  it("is refused where it asks other scenarios than the baseline, before anything is executed", async () => {
    const args = [...start("explorer", "other"), "--limit", "9"];
    const refused = await runCli(args, { cwd });
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining("7 are only in the baseline")]);
  });

  it("is refused where there is no such baseline, and leaves no run", async () => {
    const refused = await runCli(["run", "-c", "explorer.yaml", "--until-decided", "none.csv", "--runs-dir", "no"], {
      cwd,
    });
    expect(refused.code).toBe(1);
    expect(await listRuns(join(cwd, "no"))).toEqual([]);
  });
});

describe("comparing in looks what nobody planned", () => {
  it("says that the looks were planned after the run", async () => {
    const { out } = await runCli(["compare", baseline, whole, "--gate", "--sequential", "-c", "sprinter.yaml"], {
      cwd,
    });
    expect(out.replace(/\s+/g, " ")).toContain("planned by this command, not before the candidate ran");
  });

  it("numbers the look of a run that is not finished, and says that its error rate is another", async () => {
    const runs = ["run", "-c", "explorer.yaml", "--quick", "--runs-dir", "part", "--max-tokens", "600000"];
    await runCli(runs, { cwd });
    const part = await onlyRun("part");
    const compared = await runCli(["compare", baseline, part, "--gate", "--sequential", "-c", "explorer.yaml"], {
      cwd,
    });
    expect(compared.code).toBe(4);
    expect(compared.out.replace(/\s+/g, " ")).toMatch(/Look \d of an unplanned series/);
  });
});
