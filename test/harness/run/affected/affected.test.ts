import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import type { Io } from "../../../../harness/print/io.ts";
import type { Effect } from "../../../../harness/run/affected/effect.ts";
import { printEffects } from "../../../../harness/run/affected/print.ts";
import { newestRun } from "../../../e2e/cli-process.ts";
import { runCli } from "../../cli/run-cli.ts";

const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
knowledge: [prompt]
workflows: [react, keyword_rag]
models: [{ name: explorer, provider: policy, model: explorer }]
baselines: []
seed: 1
`;

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-affected-"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
  const { code, errors } = await runCli(["run", "--record", "main.recording", "--until", "extract"], { cwd });
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
  it("is none where nothing changed; the run that was made to see it is gone", async () => {
    const { out } = await runCli(["runs", "affected", "latest"], { cwd });
    const said = out.replace(/\s+/g, " ");
    expect(said).toMatch(/^Nothing that was asked can have changed since \S+: none of 4 executions has to be made\./);
    expect(await readdir(join(cwd, ".scopebench", "affected"))).toEqual([]);
    expect(await readdir(join(cwd, "runs"))).toHaveLength(1);
  });

  it("is what sees a limit of a search: an agent by its tools' descriptions, a workflow by what it retrieves; in words", async () => {
    const { executions, notes } = await listed(`${BENCH}limits: { keyword_max: 3 }\n`);
    expect(executions.map(({ workflow, cause, request }) => [workflow, cause, request])).toEqual([
      ...Array(2).fill(["react", "tools", 1]),
      ...Array(2).fill(["keyword_rag", "question", 1]),
    ]);
    const said: string[] = [];
    const io = { columns: 80, terminal: true, environment: {}, out: (text: string) => void said.push(text) } as Io;
    const effects = executions.map((row) => ({ ...row, key: row }) as unknown as Effect);
    printEffects({ effects, notes }, { baseline: "main", io });
    expect(said.join("\n")).toContain("4 of 4 executions can be affected.");
    expect(said.join("\n")).toContain("tools[keyword_search].parameters.properties.limit.maximum: recorded 400, now 3");
  });

  it("is all of another seed, and what the baseline has not", async () => {
    const { executions } = await listed(BENCH.replace("limit: 2", "limit: 3").replace("seed: 1", "seed: 2"));
    expect(executions.filter(({ cause }) => cause === "parameters")).toHaveLength(4);
    expect(executions.filter(({ cause }) => cause === "new")).toHaveLength(2);
  });

  it("scores a scenario with another truth anew, and makes it not, as with other judges", async () => {
    const run = await newestRun(join(cwd, "runs"));
    const set = parse(await readFile(join(run, "scenarios.yaml"), "utf8")) as {
      scenarios: { reference_answer: string }[];
    };
    set.scenarios[0]!.reference_answer = "Another one.";
    await writeFile(join(cwd, "truth.yaml"), stringify(set));
    const bench = BENCH.replace("scenarios: {", "scenarios: { file: truth.yaml,").replace(" total: 5, seed: 3,", "");
    const { affected, executions, notes } = await listed(
      `${bench}judges: { primary: { type: rubric, rubric: second } }\n`,
    );
    expect([affected, notes]).toEqual([0, ["the judges differ: verdicts are made anew"]]);
    expect(executions.map(({ cause }) => cause)).toEqual(["truth", "none", "truth", "none"]);
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
