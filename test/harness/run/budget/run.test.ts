import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { normalQuantile } from "../../../../measure/statistics/basics/distributions.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { makeScoredRun } from "../../results/compare/scored-run.ts";

let cwd: string;
const BENCH = `models: [{name: a, provider: openai, model: m, base_url: "http://127.0.0.1:9", price: {input: 1, output: 1}},
  {name: b, provider: openai, model: m, base_url: "http://127.0.0.1:9", price: {input: 1, output: 1}}]
workflows: [react]
knowledge: [prompt]
gate: {metrics: {ndcg@10: {min_effect: 0.05}}}
`;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "budget-"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
  await makeScoredRun(join(cwd, "runs", "pilot"), {
    ...{ scenarios: 200, repeats: 4, models: ["a", "b"], price: 5000 },
    score: ({ metric, random }) =>
      metric === "ndcg@10" ? Math.min(1, Math.max(0, 0.5 + 0.1 * normalQuantile(random()))) : undefined,
  });
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const plan = (...args: string[]) => runCli(["runs", "plan", "--from", "pilot", ...args], { cwd, columns: 80 });

describe("scopebench runs plan --budget", () => {
  it("says what to run for the money, what it finds, and what the next dollar is best spent on", async () => {
    const { code, out, errors } = await plan("--budget", "20usd");
    expect([code, errors]).toEqual([0, ""]);
    expect(out.replace(/\s+/g, " ")).toMatch(
      /^\$[\d.]+ of \$20.00: \d+ scenarios x \d+ repeats?, \d+ executions; finds \.\d+ of ndcg@10 4 times in 5\./,
    );
    expect(out).toMatch(/^The next dollar: scenarios/m);
    expect(out).toContain("power at .050");
    for (const line of nonEmpty(out.split("\n"))) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it("never costs more than the budget, and more money finds no less but for a fiftieth", async () => {
    const { out } = await plan("--budget", "7.5", "--json");
    const { curve, components } = JSON.parse(out);
    expect(curve.length).toBe(5);
    for (const { budget, study } of nonEmpty(curve as { budget: number; study: { cost: number } }[]))
      expect(study.cost).toBeLessThanOrEqual(budget + 1e-9);
    const found = curve.map(({ study }: { study: { detectable: number | null } }) =>
      Math.round(50 * (study.detectable ?? 1)),
    );
    expect(found).toEqual([...found].sort((a, b) => b - a));
    // Drawn anew for each execution: all of the variance is the repeats'.
    expect(components.repeat).toBeCloseTo(0.01, 3);
    expect(components.scenario).toBeLessThan(0.001);
    expect(components.judge).toBeNull();
  });

  it("refuses to plan without earlier runs, with an amount that is none, and with models that are free", async () => {
    expect((await runCli(["runs", "plan", "--budget", "20usd"], { cwd })).errors).toContain(
      "--budget needs earlier runs",
    );
    expect((await plan("--budget", "many")).errors).toContain("expected US dollars such as 20usd");
    await writeFile(join(cwd, "free.yaml"), "gate: {metrics: {ndcg@10: {}}}\n");
    await makeScoredRun(join(cwd, "runs", "free"), { models: ["a", "b"] });
    const free = await runCli(["runs", "plan", "-c", "free.yaml", "--from", "free", "--budget", "20usd"], { cwd });
    expect(free.errors).toContain("every model and judge is free");
  });
});
