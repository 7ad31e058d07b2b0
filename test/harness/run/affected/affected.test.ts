import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { newestRun } from "../../../e2e/cli-process.ts";
import { runCli } from "../../cli/run-cli.ts";

const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
knowledge: [prompt]
workflows: [react, keyword_rag]
models: [{ name: explorer, provider: policy, model: explorer }]
seed: 1
`;

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-affected-"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
  const { code, errors } = await runCli(["run", "--record", "main.recording", "--quick"], { cwd });
  expect(code, errors).toBe(0);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

interface Listed {
  affected: number;
  notes: string[];
  executions: { workflow: string; scenario_id: string; cause: string; affected: boolean; request?: number }[];
}

async function listed(bench: string): Promise<Listed> {
  await writeFile(join(cwd, "now.yaml"), bench);
  const { code, out, errors } = await runCli(["runs", "affected", "latest", "-c", "now.yaml", "--json"], { cwd });
  expect(code, errors).toBe(0);
  return JSON.parse(out) as Listed;
}

describe("which executions a change can have touched", () => {
  it("is none where nothing changed, or the judges alone; the run that was made to see it is gone", async () => {
    expect((await listed(BENCH)).executions.map(({ cause }) => cause)).toEqual(Array(4).fill("none"));
    const judged = await listed(`${BENCH}judges: { primary: { type: rubric, rubric: second } }\n`);
    expect([judged.affected, judged.notes]).toEqual([0, ["the judges differ: verdicts are made anew"]]);
    expect(await readdir(join(cwd, ".scopebench", "affected"))).toEqual([]);
    expect(await readdir(join(cwd, "runs"))).toHaveLength(1);
  });

  it("is what sees a limit of a search: an agent by its tools' descriptions, a workflow by what it retrieves", async () => {
    const { executions } = await listed(`${BENCH}limits: { keyword_max: 3 }\n`);
    expect(executions.map(({ workflow, cause, request }) => [workflow, cause, request])).toEqual([
      ...Array(2).fill(["react", "tools", 1]),
      ...Array(2).fill(["keyword_rag", "question", 1]),
    ]);
  });

  it("is all of a seed, all of another corpus, and what the baseline has not", async () => {
    expect((await listed(BENCH.replace("seed: 1", "seed: 2"))).executions.map(({ cause }) => cause)).toEqual(
      Array(4).fill("parameters"),
    );
    const wider = await listed(BENCH.replace("limit: 2", "limit: 3"));
    expect(wider.executions.filter(({ cause }) => cause === "none")).toHaveLength(4);
    expect(wider.executions.filter(({ cause }) => cause === "new")).toHaveLength(2);
  });

  it("scores a scenario with another truth anew, and makes it not", async () => {
    const run = await newestRun(join(cwd, "runs"));
    const set = parse(await readFile(join(run, "scenarios.yaml"), "utf8")) as {
      scenarios: { reference_answer: string }[];
    };
    set.scenarios[0]!.reference_answer = "Another one.";
    await writeFile(join(cwd, "truth.yaml"), stringify(set));
    const { affected, executions } = await listed(
      BENCH.replace("scenarios: {", "scenarios: { file: truth.yaml,").replace(" total: 5, seed: 3,", ""),
    );
    expect(affected).toBe(0);
    expect(executions.map(({ cause }) => cause)).toEqual(["truth", "none", "truth", "none"]);
  });

  it("says in words how many, why, and what differs in one of each", async () => {
    await writeFile(join(cwd, "now.yaml"), `${BENCH}limits: { keyword_max: 3 }\n`);
    const { out } = await runCli(["runs", "affected", "latest", "-c", "now.yaml", "--models", "explorer"], { cwd });
    expect(out).toContain("4 of 4 executions can be affected.");
    expect(out).toContain("tools[keyword_search].parameters.properties.limit.maximum: recorded 400, now 3");
    const same = await runCli(["runs", "affected", "latest"], { cwd });
    expect(same.out).toContain("Nothing that was asked can have changed");
  });

  it("refuses a baseline that nothing was recorded of, and a recording that was changed", async () => {
    await writeFile(join(cwd, "plain.yaml"), `${BENCH}runs_dir: plain\n`);
    await runCli(["run", "-c", "plain.yaml", "--until", "generate"], { cwd });
    const plain = await runCli(["runs", "affected", "latest", "-c", "plain.yaml", "--runs-dir", "plain"], { cwd });
    expect([plain.code, plain.errors]).toEqual([1, expect.stringContaining("nothing of")]);
    const kept = await readFile(join(cwd, "main.recording"));
    await writeFile(join(cwd, "main.recording"), kept.subarray(0, kept.length - 9));
    const cut = await runCli(["runs", "affected", "latest"], { cwd });
    await writeFile(join(cwd, "main.recording"), kept);
    expect(cut.code).toBe(1);
  });
});
