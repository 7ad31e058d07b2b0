import { appendFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { readRunIds } from "../../../../harness/record/run-directory/corpus-ids.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { makeRunFixture } from "../../run-fixture.ts";

it("the stages of a run share what was read of its texts, until its list of ids is another", async () => {
  const run = await makeRunFixture();
  const first = await readRunIds(run);
  expect(await readRunIds(run)).toBe(first);
  expect(first.idsIn("see ZZ-4711").has("ZZ-4711")).toBe(false);
  await appendFile(runPath(run, "corpusIds"), `${JSON.stringify("ZZ-4711")}\n`);
  const second = await readRunIds(run);
  expect(second.idsIn("see ZZ-4711").has("ZZ-4711")).toBe(true);
});
