import { expect, it } from "vitest";
import {
  refusePatch,
  sayFilesOpen,
  withFilesOfPatch,
} from "../../../../agent/policy-models/deciding/what-a-patch-touches.ts";
import { abstain } from "../../../../agent/policy-models/deciding/when-to-abstain.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import type { PlannedCall } from "../../../../agent/policy-models/strategy.ts";
import { stateOf, think } from "../thinking.ts";

const files = Array.from({ length: 30 }, (_, at) => `src/some/part/file${at}.c`);
const patchOf = (paths: readonly string[]) => paths.map((path) => `+++ b/${path}\n@@ -1 +1 @@\n+x`).join("\n");

function filesLeft(text: string, records: readonly string[]): { ids: string[]; files: readonly string[] } {
  const rowsFor = ({ args }: PlannedCall) =>
    (args.ids as string[]).filter((id) => records.includes(id)).map((id) => ({ id, asked: id, type: "backlog_item" }));
  const state = stateOf("explorer", ["identifier_lookup"]);
  const question = think(withFilesOfPatch(state, readQuestion(text, { later: false })), rowsFor);
  return { ids: question.ids.map(({ text: id }) => id), files: question.files };
}

it("looks every file of a patch up, however many names they may have", () => {
  const left = filesLeft(`What should I run?\n${patchOf(files)}`, ["part/file29.c"]);
  expect(left).toEqual({ ids: ["part/file29.c"], files: files.slice(0, -1) });
});

it("says which files it found no record for, once", () => {
  const question = readQuestion(`What should I run?\n${patchOf(files.slice(0, 1))}`, { later: false });
  const refused = refusePatch(question) ?? expect.fail();
  expect(refused.abstention).toMatch(
    /^nothing was found by looking "src\/some\/part\/file0\.c" up by path, folder and name as an id, and what a patch does is not read\./,
  );
  expect(sayFilesOpen(refused).sentences).toEqual([]);
  expect(sayFilesOpen(abstain(question, "nothing fits.")).sentences).toEqual([
    'Not taken into account: what the patch changes. Nothing was found by looking "src/some/part/file0.c" up by path, folder and name as an id.',
  ]);
});
