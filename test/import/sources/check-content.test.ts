import { expect, it } from "vitest";
import { Problems } from "../../../import/folder/problems.ts";
import { checkContent } from "../../../import/sources/check-content.ts";

it("an id that stands there twice: what only the second says is shown, for it is lost", () => {
  const row = (title: string, owner: string) => ({ id: "R-1", type: "req", title, text: "", meta: { owner, note: 7 } });
  const problems = new Problems();
  const artifacts = [row("first", "ada"), row("second", "bob"), row("first", "ada")];
  const kept = checkContent({ artifacts, links: [], notes: [], records: 3, counts: {}, mapping: {} }, problems);
  expect(kept.artifacts).toEqual([artifacts[0]]);
  expect(problems.list()).toEqual([
    'req "R-1": the id is there twice; the second is left out, with title "second", owner "bob"',
    'req "R-1": the id is there twice; the second is left out',
  ]);
});
