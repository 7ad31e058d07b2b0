import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { readPolicies } from "../../../../agent/knowledge/policies.ts";
import { readRolePrompts, systemPrompt } from "../../../../agent/workflows/prompts.ts";
import { withGlossary } from "../../../../harness/record/config/glossary.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { toAgentSettings } from "../../../../harness/record/config/skills.ts";
import { makeTask } from "../../../agent/task.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-glossary-prompt-"));
});
afterAll(() => rm(folder, { recursive: true }));

const entry = (term: string, more: object = {}) => ({ term, kind: "acronym", seen: 3, ...more });

async function read(entries: readonly object[]) {
  const glossary = join(folder, "glossary.yaml");
  await writeFile(glossary, stringify({ version: 1, entries }));
  const told: string[] = [];
  const config = await withGlossary(configSchema.parse({ agent: { glossary } }), (sentence) => told.push(sentence));
  return { settings: toAgentSettings(config.agent), told };
}

describe("a glossary in prompts", () => {
  const entries = [
    entry("RACH", { expansion: "Random Access\nChannel", keep: true }),
    entry("NodeB", { definition: "a base station", keep: true }),
    entry("DN", { keep: true }),
    entry("OLD", { expansion: "Only Looked Down", keep: false }),
    entry("NEW", { expansion: "Nobody Ever Went" }),
  ];

  it("has the terms that a person kept and explained, in the prompts of who answers alone, and says what they cost", async () => {
    const { settings, told } = await read(entries);
    expect(told).toEqual([
      "2 terms of the glossary: some 29 tokens of each prompt; 1 kept term without a meaning left out",
    ]);
    const prompt = (role: "analyst" | "writer" | "chooser", own = settings) =>
      systemPrompt(role, {
        task: { ...makeTask({ turns: [] }), settings: own },
        roles: readRolePrompts(),
        policies: readPolicies(),
      }).text;
    const said =
      "Words of these records, as people who know them explain them:\n- RACH: Random Access Channel\n- NodeB: a base station";
    expect(prompt("analyst")).toContain(said);
    expect(prompt("writer")).toContain(said);
    expect(prompt("chooser")).toBe(prompt("chooser", {}));
    expect(prompt("analyst", {})).not.toContain("Words of these records");
  });

  it("is refused without a kept term that has a meaning, and beyond 4,000 tokens", async () => {
    await expect(read(entries.slice(2))).rejects.toMatchObject({
      code: "config",
      problems: [expect.stringContaining("1 term")],
    });
    const many = Array.from({ length: 900 }, (_, at) => entry(`T${at}`, { expansion: "some words", keep: true }));
    await expect(read(many)).rejects.toMatchObject({ problems: [expect.stringContaining("more than 4000")] });
  });
});
