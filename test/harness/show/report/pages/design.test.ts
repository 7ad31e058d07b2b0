import { expect, it } from "vitest";
import { withGenerators } from "../../../../../harness/record/config/factors/fraction.ts";
import { configSchema } from "../../../../../harness/record/config/schema.ts";
import { designOf } from "../../../../../harness/show/report/pages/design.ts";

const two = (name: string, patch: object) => ({
  ...{ name, base: "low" },
  levels: [
    { name: "low", patch: {} },
    { name: "high", patch },
  ],
});
const RERANK = two("rerank", { "retrieval.rerank": "llm_listwise" });
const FIVE = [
  RERANK,
  two("depth", { "retrieval.answered_from": 50 }),
  two("stemming", { "substrate.search.stemming": "none" }),
  two("chunks", { "substrate.embedding.context_tokens": 256 }),
  two("cutoff", { "limits.turn_cutoff_s": 60 }),
];
const make = (settings: object) =>
  withGenerators(
    configSchema.parse({
      models: [{ name: "m", provider: "policy", model: "explorer" }],
      ...{ workflows: ["vector_rag"], knowledge: ["prompt"], ...settings },
    }),
  );

it("names model, workflow and knowledge mode alone in a run without further factors", () => {
  const { sentence, factors } = designOf(make({ workflows: ["vector_rag", "react"] }));
  expect(sentence).toBe("2 configurations: every combination of the levels.");
  expect(factors.map(({ factor, configurations }) => [factor, configurations])).toEqual([
    ["model", 2],
    ["workflow", 2],
    ["knowledge", 2],
  ]);
});

it("says of a 2^(5-2) what each effect cannot be told from (Montgomery's generators D = AB, E = AC)", () => {
  const { sentence, factors } = designOf(
    make({ factors: FIVE, design: { fraction: { of: FIVE.map(({ name }) => name), resolution: 3 } } }),
  );
  expect(sentence).toMatch(/^8 configurations: a fraction of the combinations of rerank, .* of resolution 3/);
  expect(factors.slice(3).map(({ factor, aliases }) => [factor, ...aliases])).toEqual([
    ["rerank", "depth x chunks", "stemming x cutoff"],
    ["depth", "rerank x chunks"],
    ["stemming", "rerank x cutoff"],
    ["chunks", "rerank x depth"],
    ["cutoff", "rerank x stemming"],
  ]);
});

it("counts where a factor applies, and says that what differs in it alone elsewhere is one configuration", () => {
  const { sentence, factors } = designOf(make({ workflows: ["vector_rag", "react"], factors: [FIVE[1]] }));
  expect(sentence).toBe(
    "3 configurations: every combination of the levels. Of 4 combinations, those that differ in a factor which cannot act there are one configuration.",
  );
  expect(factors.at(-1)).toMatchObject({ factor: "depth", base: "low", configurations: 2 });
});

it("agents of other makers are configurations that no factor makes", () => {
  const external_agents = [{ name: "broken", type: "http", url: "http://127.0.0.1:1" }];
  const config = { ...make({ workflows: ["vector_rag"] }), external_agents } as unknown as Parameters<
    typeof designOf
  >[0];
  expect(designOf(config).sentence).toMatch(
    /^1 configuration: .* Besides, 1 external agent, each a configuration of its own\.$/,
  );
  const alone = designOf({ ...config, models: [] });
  expect(alone).toEqual({ sentence: "1 external agent, each a configuration of its own.", factors: [] });
});
