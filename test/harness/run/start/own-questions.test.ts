import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { ownQuestions } from "../../../../harness/run/start/own-questions.ts";

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
