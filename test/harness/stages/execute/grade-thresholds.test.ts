import { expect, it } from "vitest";
import type { Substrate } from "../../../../db/ports.ts";
import { configSchema } from "../../../../harness/config/schema.ts";
import { gradeThresholds } from "../../../../harness/stages/execute/grade-thresholds.ts";
import { generateScenarios } from "../../../../scenarios/generate.ts";
import { readSmallSubstrate } from "../../../db/small-corpus.ts";
import { nonEmpty } from "../../../non-empty.ts";

const configOf = (changes: object) =>
  configSchema.parse({ workflows: ["corrective_dense"], knowledge: ["prompt"], ...changes });

/** Notes what is compared. */
async function watched() {
  const substrate = await readSmallSubstrate();
  const asked: string[] = [];
  const search: Substrate["search"] = {
    ...substrate.search,
    similarity(query, options) {
      asked.push(query);
      return substrate.search.similarity(query, options);
    },
  };
  return { asked, services: { substrate: async () => ({ ...substrate, search }) } };
}

it("takes thresholds from questions of another seed, none of which is scored, the same each time", async () => {
  const { asked, services } = await watched();
  const { scenarios } = await generateScenarios(await services.substrate(), { seed: 1 });
  const config = configOf({ scenarios: { seed: 1 } });
  const first = await gradeThresholds(config, services, scenarios);
  expect(first).toEqual(await gradeThresholds(config, services, scenarios));
  expect([first!.dense, first!.sparse].every((value) => value > 0 && value < 1)).toBe(true);
  const scored = new Set(scenarios.map(({ turns }) => turns.join("\n")));
  expect(nonEmpty(asked).filter((question) => scored.has(question))).toEqual([]);
});

it("the configuration's own go before; without a workflow that grades there are none", async () => {
  const { asked, services } = await watched();
  const thresholds = { dense: 0.33, sparse: 0.2 };
  expect(await gradeThresholds(configOf({ corrective: { thresholds } }), services)).toEqual(thresholds);
  expect(await gradeThresholds(configOf({ workflows: ["react"] }), services)).toBeNull();
  expect(asked).toEqual([]);
});
