import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseConfigurationName } from "../../harness/record/domain/names.ts";
import { readResults } from "../../harness/results/analyses/read-results.ts";
import { figureSpec } from "../../harness/show/drawing/figure-spec.ts";
import { LIGHT } from "../../harness/show/drawing/theme.ts";
import { findFigure } from "../../harness/show/figures/registry.ts";
import { newestRun } from "../e2e/cli-process.ts";
import { runCli } from "./cli/run-cli.ts";
import { countDataMarks } from "./show/figures/count-marks.ts";

/** A workflow from outside: one module, and one line that names it. */
const MODULE = fileURLToPath(new URL("../../harness/run/init/template/strategy.mjs", import.meta.url));
const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 3 }
models: [{ name: explorer, provider: policy, model: explorer }]
retrievals: [{ name: my_strategy, path: ./strategy.mjs }]
workflows: [my_strategy, hybrid_rag]
knowledge: [prompt]
baselines: []
`;

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-own-"));
  await copyFile(MODULE, join(cwd, "strategy.mjs"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

it("a retrieval strategy of one's own runs, is scored, drawn, compared and gated like ours", async () => {
  const ran = await runCli(["run", "--quick"], { cwd });
  expect([ran.code, ran.errors]).toEqual([0, expect.stringContaining("6 success")]);
  expect(ran.out).toContain("explorer my_strategy prompt");
  const run = await newestRun(join(cwd, "runs"));
  const traces = await readFile(join(run, "extractions", "explorer__my_strategy__prompt.jsonl"), "utf8");
  expect(traces.match(/"tool":"(keyword_search|graph_neighbourhood)"/g)).toHaveLength(6);
  const results = await readResults(run);
  for (const name of ["recall-curve", "risk-coverage", "pass-rate-heatmap", "time-cdf", "dimension-scores"]) {
    const figure = findFigure(name)!;
    const data = figure.read(results);
    const spec = figureSpec(figure, data, { width: 860, theme: LIGHT, models: ["explorer"], notice: [] });
    expect([figure.name, await countDataMarks(spec, LIGHT)]).toEqual([figure.name, figure.marks(data)]);
  }
  const gated = await runCli(["compare", "latest", "latest", "--gate"], { cwd });
  expect([gated.code, gated.out.replace(/\s+/g, " ")]).toEqual([4, expect.stringContaining("3 scenarios are too few")]);
});

it("names a module that exports nothing of the kind, and a name that is taken, before anything runs", async () => {
  await writeFile(join(cwd, "empty.mjs"), "export const other = 1;");
  const bench = (name: string, path: string) =>
    BENCH.replace(/retrievals: .*/, `retrievals: [{ name: ${name}, path: ${path} }]`);
  await writeFile(join(cwd, "taken.yaml"), bench("react", "./strategy.mjs"));
  await writeFile(join(cwd, "empty.yaml"), bench("my_strategy", "./empty.mjs"));
  await writeFile(
    join(cwd, "unfit.yaml"),
    bench("constructor", "./strategy.mjs").replace("[my", `[${"a".repeat(81)}, my`),
  );
  const [taken, empty, unfit] = [
    await runCli(["run", "-c", "taken.yaml"], { cwd }),
    await runCli(["run", "-c", "empty.yaml"], { cwd }),
    await runCli(["run", "-c", "unfit.yaml"], { cwd }),
  ];
  expect([unfit.code, unfit.errors]).toEqual([1, expect.stringMatching(/at most 80 characters/)]);
  expect(unfit.errors).toContain("retrievals.0.name: a name that every JavaScript object has: choose another");
  expect([taken.code, taken.errors]).toEqual([1, expect.stringMatching(/the name 'react' is taken/)]);
  expect(taken.errors).toContain("there is no workflow 'my_strategy'");
  expect([empty.code, empty.errors]).toEqual([1, expect.stringMatching(/my_strategy: .*empty\.mjs exports none/)]);
});

it("names of configurations are read back, whatever the model is called", () => {
  expect(parseConfigurationName("a__b__my_strategy__skill_meta")).toEqual({
    model: "a__b",
    workflow: "my_strategy",
    knowledge: "skill_meta",
  });
  expect(parseConfigurationName("clerk__own__own")).toEqual({ model: "clerk", workflow: "own", knowledge: "own" });
  expect(parseConfigurationName("graph_oracle")).toBeNull();
});
