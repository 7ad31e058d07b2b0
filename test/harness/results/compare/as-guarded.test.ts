import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Score } from "../../../../harness/record/domain/records.ts";
import { runCli } from "../../cli/run-cli.ts";
import { makeScoredRun } from "./scored-run.ts";

const [OWN, GUARDED] = ["functional_pass", "functional_pass(view=guarded)"];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-guarded-"));
  const sides: Record<string, Record<string, Score>> = {
    before: { [OWN]: { value: 1 }, [GUARDED]: { value: 1 } },
    liar: { [OWN]: { value: 0 }, [GUARDED]: { value: 1 } },
    mute: { [OWN]: { value: 1 }, [GUARDED]: { value: 0 } },
    unread: { [OWN]: { value: null, reason: "extraction_missing" }, [GUARDED]: { value: 1 } },
  };
  for (const [name, scores] of Object.entries(sides))
    await makeScoredRun(join(folder, name), { score: ({ metric }) => scores[metric] });
});
afterAll(() => rm(folder, { recursive: true }));

async function gate(metric: string, baseline: string, candidate: string) {
  await writeFile(
    join(folder, "bench.yaml"),
    JSON.stringify({ gate: { metrics: { [metric]: { min_effect: 0.05 } } } }),
  );
  const { code, out } = await runCli(["compare", baseline, candidate, "--gate", "--json"], { cwd: folder });
  const { gate: result } = JSON.parse(out) as { gate: { findings: { rule: string; decision: string }[] } };
  return [code, result.findings.find(({ rule }) => rule === metric)?.decision];
}

it.each([
  [OWN, "liar", 3, "regression"],
  [GUARDED, "liar", 0, "pass"],
  [OWN, "mute", 0, "pass"],
  [GUARDED, "mute", 3, "regression"],
  [OWN, "unread", 3, "not-comparable"],
  [GUARDED, "unread", 0, "pass"],
])("a gate on %s holds the run %s by that outcome alone: exit %i", async (metric, candidate, ...expected) => {
  expect(await gate(metric, "before", candidate)).toEqual(expected);
});

it("a baseline that was saved for such a rule holds that outcome, and decides the same", async () => {
  await writeFile(join(folder, "bench.yaml"), JSON.stringify({ gate: { metrics: { [GUARDED]: {} } } }));
  const saved = await runCli(["runs", "baseline", "save", "before", "b.csv", "--metrics", `${OWN},${GUARDED}`], {
    cwd: folder,
  });
  expect([saved.code, saved.errors]).toEqual([0, ""]);
  expect(await readFile(join(folder, "b.csv"), "utf8")).toContain(`,outcome,${OWN},${GUARDED}\n`);
  expect([await gate(GUARDED, "b.csv", "mute"), await gate(OWN, "b.csv", "mute")]).toEqual([
    [3, "regression"],
    [0, "pass"],
  ]);
});
