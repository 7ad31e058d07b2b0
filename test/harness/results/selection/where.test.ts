import { expect, it } from "vitest";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { parseFilters } from "../../../../harness/results/selection/filters.ts";
import { parseWhere, whereFlags } from "../../../../harness/results/selection/where.ts";

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
