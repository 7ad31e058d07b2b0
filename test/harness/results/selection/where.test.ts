import { expect, it } from "vitest";
import { withBases } from "../../../../harness/record/config/factors/values.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { parseFilters } from "../../../../harness/results/selection/filters.ts";
import { parseWhere, whereFlags } from "../../../../harness/results/selection/where.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";

const config = configSchema.parse({});
const [model] = config.models;
const run = { config, scenarios: [] };

it("names everything that the run does not have, with what there is", () => {
  const where = ["modle=x", "model=nobody", "outcome=success", "workflow", "workflow=react", "workflow=react"];
  expect(() => parseWhere(where, run)).toThrow(
    expect.objectContaining({
      code: "usage",
      problems: [
        expect.stringMatching(/^no key 'modle'; there are configuration, model, /),
        expect.stringMatching(new RegExp(`^no model 'nobody'; there are ${model!.name}`)),
        expect.stringMatching(/^no key 'outcome'/),
        expect.stringMatching(/^'workflow': expected key=value/),
        expect.stringMatching(/^workflow stands there twice/),
      ],
    }),
  );
});

it("refuses a selection of nothing", () => {
  expect(() => parseWhere([`model=${model!.name}`], run)).toThrow(/no scenario/);
});

it("a page's filters are flags again, quoted for a shell, and those by result are none", () => {
  expect(whereFlags({ family: "lookup,impact", model: "a'; rm -rf b" })).toEqual([
    "--where",
    "'model=a'\\''; rm -rf b'",
    "--where",
    "family=lookup,impact",
  ]);
  expect(whereFlags(parseFilters("model=a&outcome=success"))).toBeNull();
});

it("levels of a further factor select the configurations that have them, base levels too", () => {
  const further = configSchema.parse({
    ...{ models: [config.models[0]], workflows: ["vector_rag", "react"], knowledge: ["prompt"] },
    factors: { rerank: ["none", "llm_listwise"], depth: [10, 20] },
  });
  const based = withBases(further);
  const scenario = { id: "S001", family: "lookup", complexity: "direct", answerable: true } as never as Scenario;
  const where = (...texts: string[]) => parseWhere(texts, { config: based, scenarios: [scenario] }).configuration;
  expect(where("depth=20")).toBe(
    ["", "__rerank=llm_listwise"].map((end) => `${model!.name}__vector_rag__prompt${end}`).join(),
  );
  expect(where("depth=10", "rerank=none")).toBe(`${model!.name}__vector_rag__prompt__depth=10`);
  expect(() => where("depth=30")).toThrow(expect.objectContaining({ problems: ["no depth '30'; there are 10, 20"] }));
});
