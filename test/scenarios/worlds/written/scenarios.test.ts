import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCorpusFolder } from "../../../../import/folder/jsonl.ts";
import { scenarioSetSchema } from "../../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import { generateWorld } from "../../../../scenarios/worlds/generate.ts";
import { worldCorpus } from "../../../../scenarios/worlds/written/corpus.ts";
import { worldScenarios } from "../../../../scenarios/worlds/written/scenarios.ts";
import { ROOT } from "../../../docs/pages.ts";
import { nonEmpty } from "../../../non-empty.ts";

const world = generateWorld({ seed: 1 });

describe("a world as scenarios and corpus", () => {
  it("is what stands in examples/sources: scripts/world.ts --seed 1 writes it", async () => {
    const folder = join(ROOT, "examples/sources");
    expect((await readCorpusFolder(folder)).hash).toBe(worldCorpus(world).hash);
    expect(JSON.parse(await readFile(join(folder, "sources.json"), "utf8"))).toEqual(world.content);
    expect(await readScenarioSet(join(folder, "scenarios.yaml"))).toMatchObject({
      scenarios: scenarioSetSchema.parse(worldScenarios(world)).scenarios,
    });
  });

  it("expects no item that its caller may not see, and hides the rest from it", () => {
    const { scenarios } = worldScenarios(world);
    for (const { live, expected_ids } of nonEmpty(scenarios)) {
      const seen = world.content.items.map(({ id }) => id).filter((id) => !live!.hidden_ids.includes(id));
      expect(seen.every((id) => world.audience[id]!.includes(live!.caller))).toBe(true);
      expect(expected_ids.filter((id) => live!.hidden_ids.includes(id))).toEqual([]);
    }
  });

  it("takes the same question of two members for one observation", () => {
    const { scenarios } = worldScenarios(world);
    const [first, second] = scenarios.filter(({ template }) => template === "not_for_you");
    expect(second).toMatchObject({ turns: first!.turns, cluster: first!.id, answerable: true });
    expect(first).toMatchObject({ answerable: false, live: { withheld: [expect.any(String)] } });
  });
});
