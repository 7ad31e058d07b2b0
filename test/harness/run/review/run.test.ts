import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Substrate } from "../../../../db/ports/ports.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { showForReview } from "../../../../harness/run/review/show.ts";
import { generateScenarios } from "../../../../scenarios/generate.ts";
import type { ScenarioSet } from "../../../../scenarios/set/schema.ts";
import { readScenarioSet, writeGenerated } from "../../../../scenarios/set-file.ts";
import { validateScenarioSet } from "../../../../scenarios/validate.ts";
import { readSmallSubstrate } from "../../../db/small-corpus.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";

let substrate: Substrate;
let set: ScenarioSet;
let folder: string;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
  set = await generateScenarios(substrate, { seed: 4, total: 12 });
  folder = await mkdtemp(join(tmpdir(), "scopebench-review-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("shows question, truth, both routes and what one tool alone finds", async () => {
  const scenario = set.scenarios.find(({ expected_entities }) => expected_entities.length > 0);
  if (!scenario) throw new Error("no scenario with entities");
  const shown = await showForReview(scenario, { substrate, config: configSchema.parse({}), columns: 2000 });
  for (const part of nonEmpty([...scenario.turns.flatMap((turn) => turn.split("\n")), ...scenario.expected_ids]))
    expect(shown).toContain(part);
  expect(shown).toContain(scenario.derivation?.sql);
  expect(shown).toContain(scenario.derivation?.entities?.sql);
  expect(shown).toMatch(/entities = graph|entities = payload/);
  expect(shown).toMatch(/Keyword only \(BM25\): \d+ expected, \d+ others/);
});

it("keeps who decided what in the set, where the next generation leaves it and validation accepts it", async () => {
  const path = join(folder, "set.yaml");
  await writeGenerated(path, set);
  const [id = ""] = set.drawn_for_review ?? [];
  const answerable = set.scenarios.find((scenario) => scenario.answerable && scenario.id !== id)?.id ?? "";
  const decide = (...args: string[]) => runCli(["scenarios", "review", "set.yaml", ...args], { cwd: folder });
  expect((await decide(id, "--accept")).code).toBe(1);
  expect((await decide(id, "--accept", "--reject", "--reviewer", "ada")).code).toBe(1);
  expect((await decide(id, "--accept", "--reviewer", "ada")).out).toMatch(/1\s+of\s+them\s+reviewed/);
  await decide(answerable, "--ids", "TC-1001", "--entities", "REQ-201", "--reviewer", "ada", "--note", "seen");
  await writeGenerated(path, await generateScenarios(substrate, { seed: 4, total: 12 }));
  const { scenarios } = await readScenarioSet(path);
  expect(scenarios.find((scenario) => scenario.id === id)?.review).toMatchObject({ decision: "accepted", by: "ada" });
  expect(scenarios.find((scenario) => scenario.id === answerable)).toMatchObject({
    expected_ids: ["TC-1001"],
    expected_entities: ["REQ-201"],
    review: { decision: "corrected", note: "seen" },
  });
  expect((await validateScenarioSet(path, { substrate })).scenarios).toHaveLength(scenarios.length);
});

it("keeps within 80 columns, code too, however long its lines are", async () => {
  for (const scenario of nonEmpty(set.scenarios)) {
    const shown = await showForReview(scenario, { substrate, config: configSchema.parse({}), columns: 80 });
    const wide = shown.split("\n").filter((line) => line.length > 80 && line.trim().includes(" "));
    expect(wide).toEqual([]);
  }
});
