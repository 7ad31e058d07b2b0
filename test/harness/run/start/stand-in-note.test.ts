import { expect, it } from "vitest";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { standInNote } from "../../../../harness/run/start/stand-in-note.ts";

const POLICY = { name: "explorer", provider: "policy", model: "explorer" };
const REAL = { name: "m", provider: "openai", model: "m-1" };
const LLM_JUDGE = { primary: { type: "llm", chain: [{ provider: "openai", model: "j-1" }] } };

it.each([
  ["stand-ins everywhere", [POLICY], {}, /^stand-in models and judge: their figures say nothing/],
  ["stand-in models before a real judge", [POLICY], LLM_JUDGE, /^stand-in models: their figures/],
  ["one stand-in beside a real model", [POLICY, REAL], LLM_JUDGE, /^stand-in models \(explorer\): their/],
  ["real models before a rubric", [REAL], {}, /^stand-in judge: its verdicts .* the models' own$/],
])("says what stands in, and of which figures that is true: %s", (_what, models, judges, expected) => {
  expect(standInNote(configSchema.parse({ models, judges }))).toMatch(expected);
});

it("says nothing where nothing stands in", () => {
  expect(standInNote(configSchema.parse({ models: [REAL], judges: LLM_JUDGE }))).toBeNull();
});
