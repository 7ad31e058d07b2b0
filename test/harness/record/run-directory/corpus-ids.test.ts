import { appendFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { readCorpusIds, readRunIds, writeCorpusIds } from "../../../../harness/record/run-directory/corpus-ids.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { readSmallSubstrate, smallCorpus } from "../../../db/small-corpus.ts";
import { makeRunFixture } from "../../run-fixture.ts";

it("a run knows which of its corpus' ids are tests', and goes by the shape of ids where an older version kept ids alone", async () => {
  const run = await makeRunFixture();
  await writeCorpusIds(run, await readSmallSubstrate());
  const { ids, tests } = await readCorpusIds(run);
  const { artifacts, mapping } = smallCorpus();
  const declared = artifacts.filter(({ type }) => mapping.artifactTypes[type]?.role === "test_case");
  expect([...tests!].sort()).toEqual(declared.map(({ id }) => id).sort());
  expect(ids.length).toBeGreaterThan(tests!.size);
  await writeFile(runPath(run, "corpusIds"), ids.map((id) => `${JSON.stringify(id)}\n`).join(""));
  expect(await readCorpusIds(run)).toEqual({ ids, tests: undefined });
});

it("the stages of a run share what was read of its texts, until its list of ids is another", async () => {
  const run = await makeRunFixture();
  const first = await readRunIds(run);
  expect(await readRunIds(run)).toBe(first);
  expect(first.idsIn("see ZZ-4711").has("ZZ-4711")).toBe(false);
  await appendFile(runPath(run, "corpusIds"), `${JSON.stringify("ZZ-4711")}\n`);
  const second = await readRunIds(run);
  expect(second.idsIn("see ZZ-4711").has("ZZ-4711")).toBe(true);
});
