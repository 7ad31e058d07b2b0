import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readScenarioSet, writeScenarioSet } from "../../../../scenarios/set-file.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { makeRunFixture } from "../../run-fixture.ts";

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

it("a run of other questions is refused", async () => {
  const right = await readScenarioSet(set);
  const other = join(cwd, "other.yaml");
  await writeScenarioSet(other, {
    ...right,
    scenarios: right.scenarios.map((one) => ({ ...one, turns: ["Something else?"] })),
  });
  expect((await disputes(other)).errors).toContain("asked other questions");
});
