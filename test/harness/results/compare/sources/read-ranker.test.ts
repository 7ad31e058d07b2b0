import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RUN_PATHS } from "../../../../../harness/record/run-directory/paths.ts";
import { readScores } from "../../../../../harness/record/run-directory/scores.ts";
import { runCli } from "../../../cli/run-cli.ts";
import { settleHashes } from "../../../run-fixture/settle-hashes.ts";
import { makeScoredRun } from "../scored-run.ts";

let folder: string;
/** A run and its keyword ranker, which finds nothing. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-ranker-"));
  const run = join(folder, "run");
  await makeScoredRun(run);
  const worthless = (await readScores(run)).map(({ scores, scenario_id, family, complexity, answerable }) => ({
    ...{ baseline: "keyword", scenario_id, family, complexity, answerable, outcome: "success" },
    scores: Object.fromEntries(Object.keys(scores).map((metric) => [metric, { value: 0 }])),
  }));
  await writeFile(join(run, RUN_PATHS.baselineScores), worthless.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await settleHashes(run);
});
afterAll(() => rm(folder, { recursive: true }));

it("holds each configuration of a run against a ranker of it, by the same tests and gate, and says that it is none", async () => {
  const { code, out } = await runCli(["compare", "keyword", "run", "--gate", "--by", "configuration", "--json"], {
    cwd: folder,
  });
  const { comparison, gate } = JSON.parse(out);
  expect([code, gate.decision, comparison.baseline.kind]).toEqual([0, "pass", "ranker"]);
  const ndcg = comparison.metrics.find(({ metric }: { metric: string }) => metric === "ndcg@10");
  expect([ndcg.baseline, ndcg.difference === ndcg.candidate, ndcg.p < 0.001]).toEqual([0, true, true]);
  expect(comparison.groups.length).toBeGreaterThan(0);
  expect(comparison.notes.join()).toContain("keyword: a ranker without a model, no configuration");
});

it("says which rankers a run could have where it has none of that name", async () => {
  const { code, errors } = await runCli(["compare", "vector", "run"], { cwd: folder });
  expect([code, errors]).toEqual([1, expect.stringContaining("run has no baseline vector")]);
});
