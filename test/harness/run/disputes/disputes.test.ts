import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readJsonLines } from "../../../../base/json-lines.ts";
import { configurationName } from "../../../../harness/record/domain/names.ts";
import type { Extraction } from "../../../../harness/record/domain/records.ts";
import { readScores } from "../../../../harness/record/run-directory/scores.ts";
import type { CorrectedResults } from "../../../../harness/run/disputes/corrected-results.ts";
import { mean } from "../../../../measure/statistics/basics/describe.ts";
import { readScenarioSet, writeScenarioSet } from "../../../../scenarios/set-file.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { makeRunFixture } from "../../run-fixture.ts";
import { scoredContext } from "../stages/context.ts";

let cwd: string;
let run: string;
let set: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-disputes-"));
  run = await makeRunFixture({ directory: join(cwd, "run") });
  set = join(run, "scenarios.yaml");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const disputes = (file: string, ...flags: string[]) => runCli(["scenarios", "disputes", file, run, ...flags], { cwd });

interface Said {
  disputes: {
    scenario: string;
    evidence: number;
    missing: { id: string }[];
    doubted: { id: string; claimed: number }[];
  }[];
}

it("a record taken out of a truth is the first dispute; no system is named; decided, it counts in the share of wrong truths", async () => {
  const right = await readScenarioSet(set);
  const before = (JSON.parse((await disputes(set, "--json")).out) as Said).disputes;
  const agreed = right.scenarios.find(({ expected_ids }) => expected_ids.length > 1)!;
  const lost = before.find(({ scenario }) => scenario === agreed.id)?.doubted.at(-1)?.id ?? agreed.expected_ids[0]!;
  const spoilt = join(cwd, "spoilt.yaml");
  const scenarios = right.scenarios.map((one) =>
    one.id === agreed.id ? { ...one, expected_ids: one.expected_ids.filter((id) => id !== lost) } : one,
  );
  await writeScenarioSet(spoilt, { ...right, scenarios, drawn_for_review: right.scenarios.map(({ id }) => id) });
  const found = (JSON.parse((await disputes(spoilt, "--json")).out) as Said).disputes;
  expect(found[0]).toMatchObject({ scenario: agreed.id, missing: [{ id: lost }, ...found[0]!.missing.slice(1)] });
  const { code, out } = await disputes(spoilt);
  expect(code).toBe(0);
  expect(out).toContain(`named, and not in the truth: ${lost} (`);
  expect(out).not.toMatch(/explorer|planner|sprinter|react/);

  for (const { id } of nonEmpty(scenarios)) {
    const decision = id === agreed.id ? ["--ids", agreed.expected_ids.join(",")] : ["--accept"];
    expect((await runCli(["scenarios", "review", spoilt, id, ...decision, "--reviewer", "ada"], { cwd })).code).toBe(0);
  }
  const judged = scenarios.filter(({ expected_ids }) => expected_ids.length > 0).length;
  expect(JSON.parse((await disputes(spoilt, "--json")).out)).toMatchObject({
    wrong_share: { share: 1 / judged, low: 1 / judged, high: 1 / judged, read: judged },
  });
});

it("decisions of two readers are held against each other, and a corrected truth moves results", async () => {
  await using context = await scoredContext();
  const { runDirectory: scored } = context;
  const right = await readScenarioSet(join(scored, "scenarios.yaml"));
  const [first, second] = right.scenarios.filter(({ expected_ids }) => expected_ids.length > 1);
  const [ada, ben] = ["ada", "ben"].map((name) => join(cwd, `${name}.yaml`)) as [string, string];
  for (const file of [ada, ben]) await writeScenarioSet(file, right);
  const decide = (file: string, id: string, ...flags: string[]) =>
    runCli(["scenarios", "review", file, id, ...flags, "--reviewer", "x"], { cwd });
  await decide(ada, first!.id, "--ids", first!.expected_ids[0]!);
  await decide(ada, second!.id, "--reject");
  await decide(ben, first!.id, "--reject");
  await decide(ben, second!.id, "--accept");
  const both = ["scenarios", "disputes", ada, scored, "--readers", ben, "--results"];
  const said = JSON.parse((await runCli([...both, "--json"], { cwd })).out);
  expect(said.readers).toMatchObject({ readers: [ada, ben], shared: 2, alike: 1, apart: [second!.id] });
  const [{ corrected, rejected, configurations }] = said.results;
  expect([corrected, rejected]).toEqual([[first!.id], [second!.id]]);
  const scores = await readScores(scored);
  for (const { configuration, metrics } of nonEmpty(configurations as CorrectedResults["configurations"])) {
    const own = scores.filter((record) => configurationName(record) === configuration);
    expect(metrics["ndcg@10"]!.before).toBeCloseTo(
      mean(own.flatMap(({ scores: of }) => of["ndcg@10"]?.value ?? []))!,
      12,
    );
  }
  const extractions = await readJsonLines<Extraction>(join(scored, "extractions", "explorer__react__prompt.jsonl"));
  const { ranked_ids } = extractions.find(({ scenario_id }) => scenario_id === first!.id)!;
  const others = scores.filter(
    (record) =>
      configurationName(record) === "explorer__react__prompt" && ![first!.id, second!.id].includes(record.scenario_id),
  );
  // One relevant document: its NDCG is the discount of its rank.
  const rank = ranked_ids.indexOf(first!.expected_ids[0]!) + 1;
  const anew = rank === 0 || rank > 10 ? 0 : 1 / Math.log2(rank + 1);
  const after = mean([...others.flatMap(({ scores: of }) => of["ndcg@10"]?.value ?? []), anew])!;
  expect(
    configurations.find((one: { configuration: string }) => one.configuration === "explorer__react__prompt").metrics[
      "ndcg@10"
    ].after,
  ).toBeCloseTo(after, 12);
  const { out } = await runCli(both, { cwd });
  expect(out).toContain("1 corrected and 1 rejected: results before and after");
});

it("a run of other questions is refused", async () => {
  const right = await readScenarioSet(set);
  const other = join(cwd, "other.yaml");
  await writeScenarioSet(other, {
    ...right,
    scenarios: right.scenarios.map((one) => ({ ...one, turns: ["Something else?"] })),
  });
  expect((await disputes(other)).errors).toContain("asked other questions");
});
