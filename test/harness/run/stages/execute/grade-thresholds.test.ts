import { expect, it } from "vitest";
import type { Substrate } from "../../../../../db/ports/ports.ts";
import { configSchema } from "../../../../../harness/record/config/schema.ts";
import { gradeThresholds } from "../../../../../harness/run/stages/execute/grade-thresholds.ts";
import { generateScenarios } from "../../../../../scenarios/generate.ts";
import type { Scenario } from "../../../../../scenarios/set/schema.ts";
import { readSmallSubstrate } from "../../../../db/small-corpus.ts";
import { nonEmpty } from "../../../../non-empty.ts";

const configOf = (changes: object) =>
  configSchema.parse({ workflows: ["corrective_dense"], knowledge: ["prompt"], ...changes });

/** Notes what is compared. */
async function watched() {
  const substrate = await readSmallSubstrate();
  const asked: { query: string; ids: readonly string[] }[] = [];
  const search: Substrate["search"] = {
    ...substrate.search,
    similarity(query, options) {
      asked.push({ query, ids: options.ids });
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
  expect(nonEmpty(asked).filter(({ query }) => scored.has(query))).toEqual([]);
});

it("leaves out what is asked in the same words or has nearly the same truth; order and other workflows change nothing", async () => {
  const { asked, services } = await watched();
  const config = configOf({ scenarios: { seed: 1 } });
  await gradeThresholds(config, services);
  const [words, truth] = nonEmpty(asked.filter(({ ids }) => ids.length >= 5));
  const like = { answerable: true, turns: ["What else?"], expected_ids: ["TC-0"] };
  const scored = [
    { ...like, turns: [`${words!.query.toUpperCase()} !!`] },
    { ...like, expected_ids: truth!.ids.slice(1) },
  ] as Scenario[];
  const before = new Set(asked.splice(0).map(({ query }) => query));
  const first = await gradeThresholds(config, services, scored);
  const after = new Set(asked.map(({ query }) => query));
  expect([...after]).toEqual([...before].filter((query) => query !== words!.query && query !== truth!.query));
  const workflows = ["react", "corrective_sparse", "corrective_dense"] as const;
  expect(await gradeThresholds({ ...config, workflows: [...workflows] }, services, scored.toReversed())).toEqual(first);
});

it("the configuration's own go before; without a workflow that grades there are none", async () => {
  const { asked, services } = await watched();
  const thresholds = { dense: 0.33, sparse: 0.2 };
  expect(await gradeThresholds(configOf({ corrective: { thresholds } }), services)).toEqual(thresholds);
  expect(await gradeThresholds(configOf({ workflows: ["react"] }), services)).toBeNull();
  expect(asked).toEqual([]);
});
