import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { makeScoredRun } from "./scored-run.ts";

let cwd: string;
const GATE = "gate: {metrics: {ndcg@10: {min_effect: 0.02}}}\n";
const served = (id: string) => ({ served_models: { explorer: [id] } });

async function make(name: string, level: number, manifest: object = {}, scenarios = 40): Promise<void> {
  await makeScoredRun(join(cwd, "runs", name), {
    ...{ scenarios, price: 1, manifest: { run_id: name, stand_in_models: [], ...manifest } },
    score: ({ metric }) => (metric === "ndcg@10" ? level : undefined),
  });
}

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mean-of-runs-"));
  await writeFile(join(cwd, "bench.yaml"), GATE);
  await make("low", 0.5, served("m-1"));
  await make("middle", 0.6, served("m-1"));
  await make("high", 0.7, served("m-1"));
  await make("other", 0.6, served("m-2"));
  await make("few", 0.6, {}, 20);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const save = (...args: string[]) => runCli(["runs", "baseline", "save", ...args], { cwd });
const compare = (...args: string[]) => runCli(["compare", ...args, "--gate"], { cwd });
const flat = (text: string) => text.replace(/\s+/g, " ");

describe("baseline save --runs", () => {
  it("stores each score's mean over the runs, and the gate holds a candidate against it", async () => {
    expect((await save("low", "mean.csv", "--runs", "middle", "high")).errors).toBe("");
    const text = await readFile(join(cwd, "mean.csv"), "utf8");
    expect(text).toContain('# runs: ["low","middle","high"]');
    expect(text).toContain('# served_models "explorer": ["m-1"]');
    const shown = await runCli(["runs", "baseline", "show", "mean.csv"], { cwd });
    expect(shown.out).toContain("the mean of 3 runs: low, middle, high");
    const { code, out } = await compare("mean.csv", "middle");
    expect(code).toBe(0);
    expect(flat(out)).toContain("The baseline is the mean of 3 runs, the candidate one run");
    // The luckiest of the three alone would have failed it.
    expect((await compare("high", "middle")).code).toBe(3);
  });

  it("refuses a run that is named twice, and runs that are not of one system", async () => {
    expect((await save("low", "no.csv", "--runs", "low")).errors).toContain("low is named twice");
    const { errors } = await save("low", "no.csv", "--runs", "few", "other");
    expect(errors).toContain("few: the scenarios differ");
    expect(errors).toContain("other: another model was served under the same name: explorer as m-1 then, as m-2 now");
  });
});

describe("another served model", () => {
  it("is not compared, whether the baseline is a run or a file, unless that is allowed", async () => {
    await save("middle", "one.csv");
    const refused = await compare("one.csv", "other");
    expect(refused.code).toBe(4);
    expect(flat(refused.out)).toContain("another model was served under the same name");
    expect((await compare("middle", "other")).code).toBe(4);
    expect((await compare("middle", "other", "--allow", "served-model")).code).toBe(0);
  });
});

describe("headroom", () => {
  it("of a candidate that is better than its baseline is told, since a later one may lose it unseen; of one as good it is not", async () => {
    expect(flat((await compare("low", "high")).out)).toContain("Headroom: better than the baseline by ndcg@10");
    expect(flat((await compare("middle", "middle")).out)).not.toContain("Headroom");
    expect(flat((await compare("high", "low")).out)).not.toContain("Headroom");
  });
});
