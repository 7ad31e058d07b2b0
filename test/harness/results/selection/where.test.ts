import { expect, it } from "vitest";
import { withBases } from "../../../../harness/record/config/factors/values.ts";
import { configurationsOf } from "../../../../harness/record/config/matrix.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { configurationName } from "../../../../harness/record/domain/names.ts";
import { acceptsConfiguration } from "../../../../harness/results/selection/design.ts";
import { formatFilters, parseFilters } from "../../../../harness/results/selection/filters.ts";
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
  const where = (...texts: string[]) => {
    const filters = parseWhere(texts, { config: based, scenarios: [scenario] });
    const kept = configurationsOf(based).filter((one) => acceptsConfiguration(filters, one, { config: based }));
    expect(parseFilters(formatFilters(filters))).toEqual(filters);
    return { names: kept.map(configurationName), flags: whereFlags(filters) };
  };
  const vector = `${model!.name}__vector_rag__prompt`;
  // The agent has re-rankers too, and no depth.
  expect(where("depth=20").names).toEqual([vector, `${vector}__rerank=llm_listwise`]);
  expect(where("depth=10", "rerank=none")).toEqual({
    names: [`${vector}__depth=10`],
    flags: ["--where", "depth=10", "--where", "rerank=none"],
  });
  expect(where("depth=10,20").names).toHaveLength(4);
  expect(() => where("depth=30")).toThrow(expect.objectContaining({ problems: ["no depth '30'; there are 10, 20"] }));
});
