import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { ownQuestions, slotsNote, standInNote } from "../../../../harness/run/start/notes.ts";

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

it("says that a corpus has questions of its own, unless they are asked", async () => {
  const path = await mkdtemp(join(tmpdir(), "scopebench-questions-"));
  onTestFinished(() => rm(path, { recursive: true }));
  const { scenarios } = configSchema.parse({});
  const corpus = { type: "folder", path } as const;
  expect(ownQuestions({ corpus, scenarios })).toEqual([]);
  const file = join(path, "scenarios.yaml");
  await writeFile(file, "");
  expect(ownQuestions({ corpus, scenarios })).toEqual([expect.stringContaining(`--scenario-file ${file}`)]);
  expect(ownQuestions({ corpus, scenarios: { ...scenarios, file } })).toEqual([]);
});

it("says from which latency on one process feeds a concurrency, where models are asked and it is not fed in any case", () => {
  const asked = configSchema.parse({ models: [{ name: "m", provider: "openai", model: "m" }] });
  expect(slotsNote({ ...asked, concurrency: 60 })).toBeNull();
  expect(slotsNote({ ...asked, concurrency: 120 })).toContain("unless a call takes 2.0 s");
  expect(slotsNote({ ...configSchema.parse({}), concurrency: 90 })).toBeNull();
});
