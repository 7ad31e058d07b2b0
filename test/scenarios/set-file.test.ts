import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ScenarioSet } from "../../scenarios/set/schema.ts";
import { formatScenarioSet, readScenarioSet, writeScenarioSet } from "../../scenarios/set-file.ts";

const SET: ScenarioSet = {
  version: 1,
  corpus: "hostile: # not a comment",
  snapshot: "any",
  seed: 3,
  notes: ["null", "a: b"],
  scenarios: [
    {
      id: "S001",
      family: "search",
      complexity: "reasoning",
      answerable: true,
      turns: ['Two lines:\n  - with `code`, "quotes" & <tags>\n', "2024-01-01"],
      register: "ticket",
      expected_ids: ["0123", "1e3", "yes", "feature/a b:c"],
      expected_entities: ["~"],
      reference_answer: "One.",
      traps: [],
      derivation: { sql: "SELECT '%'", parameters: ["x", 1], validation: "A = ...", validated: true },
    },
  ],
};

describe("a set's file", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-set-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("reads back what was written, whatever its texts look like in YAML", async () => {
    const path = join(folder, "scenarios.yaml");
    await writeScenarioSet(path, SET);
    expect(await readScenarioSet(path)).toEqual(SET);
    expect(await readdir(folder)).toEqual(["scenarios.yaml"]);
  });

  it("gives the same bytes for the same set, also when keys come in another order", async () => {
    const [scenario] = SET.scenarios;
    if (!scenario) throw new Error("the set is empty");
    const turned = { ...SET, scenarios: [Object.fromEntries(Object.entries(scenario).reverse()) as typeof scenario] };
    expect(formatScenarioSet(turned)).toBe(formatScenarioSet(SET));
  });

  it("keeps long lines whole, so that a diff shows what changed", async () => {
    const path = join(folder, "scenarios.yaml");
    const long = "word ".repeat(100).trim();
    await writeScenarioSet(path, { ...SET, notes: [long] });
    expect(await readFile(path, "utf8")).toContain(long);
  });
});
