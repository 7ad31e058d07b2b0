import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readResults } from "../../harness/analyses/read-results.ts";
import { parseConfigurationName } from "../../harness/domain/names.ts";
import { LIGHT } from "../../harness/drawing/theme.ts";
import { figureSpec } from "../../harness/figures/figure-spec.ts";
import { findFigure } from "../../harness/figures/registry.ts";
import { newestRun } from "../e2e/cli-process.ts";
import { runCli } from "./cli/run-cli.ts";
import { countDataMarks } from "./figures/count-marks.ts";

/** A workflow from outside: one module, and one line that names it. */
const MODULE = `export async function retrieve({ question, call }) {
  const { preview } = await call("keyword_search", { query: question, types: ["test_case"], limit: 5 });
  const [first] = JSON.parse(preview).rows;
  if (first) await call("graph_neighbourhood", { id: first.id, depth: 2, limit: 10 });
}`;
const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 3 }
models: [{ name: explorer, provider: policy, model: explorer }]
retrievals: [{ name: titles_first, path: ./titles-first.mjs }]
workflows: [titles_first, hybrid_rag]
knowledge: [prompt]
baselines: []
`;

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-own-"));
  await writeFile(join(cwd, "titles-first.mjs"), MODULE);
  await writeFile(join(cwd, "bench.yaml"), BENCH);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

it("a retrieval strategy of one's own runs, is scored, drawn, compared and gated like ours", async () => {
  const ran = await runCli(["run", "--quick"], { cwd });
  expect([ran.code, ran.errors]).toEqual([0, expect.stringContaining("6 success")]);
  expect(ran.out).toContain("explorer titles_first prompt");
  const run = await newestRun(join(cwd, "runs"));
  const traces = await readFile(join(run, "extractions", "explorer__titles_first__prompt.jsonl"), "utf8");
  expect(traces.match(/"tool":"(keyword_search|graph_neighbourhood)"/g)).toHaveLength(6);
  const results = await readResults(run);
  for (const name of ["recall-curve", "risk-coverage", "pass-rate-heatmap", "time-cdf", "dimension-scores"]) {
    const figure = findFigure(name)!;
    const data = figure.read(results);
    const spec = figureSpec(figure, data, { width: 860, theme: LIGHT, models: ["explorer"], notice: [] });
    expect([figure.name, await countDataMarks(spec, LIGHT)]).toEqual([figure.name, figure.marks(data)]);
  }
  const gated = await runCli(["compare", "latest", "latest", "--gate"], { cwd });
  expect([gated.code, gated.out]).toEqual([0, expect.stringMatching(/3\s+scenarios, 6\s+pairs/)]);
}, 240_000);

it("names a module that exports nothing of the kind, and a name that is taken, before anything runs", async () => {
  await writeFile(join(cwd, "empty.mjs"), "export const other = 1;");
  const bench = (name: string, path: string) =>
    BENCH.replace(/retrievals: .*/, `retrievals: [{ name: ${name}, path: ${path} }]`);
  await writeFile(join(cwd, "taken.yaml"), bench("react", "./titles-first.mjs"));
  await writeFile(join(cwd, "empty.yaml"), bench("titles_first", "./empty.mjs"));
  const [taken, empty] = [
    await runCli(["run", "-c", "taken.yaml"], { cwd }),
    await runCli(["run", "-c", "empty.yaml"], { cwd }),
  ];
  expect([taken.code, taken.errors]).toEqual([1, expect.stringMatching(/the name 'react' is taken/)]);
  expect(taken.errors).toContain("there is no workflow 'titles_first'");
  expect([empty.code, empty.errors]).toEqual([1, expect.stringMatching(/titles_first: .*empty\.mjs exports none/)]);
});

it("names of configurations are read back, whatever the model is called", () => {
  expect(parseConfigurationName("a__b__titles_first__skill_meta")).toEqual({
    model: "a__b",
    workflow: "titles_first",
    knowledge: "skill_meta",
  });
  expect(parseConfigurationName("clerk__own__own")).toEqual({ model: "clerk", workflow: "own", knowledge: "own" });
  expect(parseConfigurationName("graph_oracle")).toBeNull();
});
