import { expect, it } from "vitest";
import { joinLevels, parseLevels } from "../../base/level-names.ts";

it("levels are read as they are written, and none is none: absent in records, empty in rows of tables", () => {
  const levels: [string, string][] = [
    ["rerank", "llm_listwise"],
    ["depth", "50"],
  ];
  expect([...parseLevels(joinLevels(levels))]).toEqual(levels);
  expect([parseLevels(undefined).size, parseLevels("").size, joinLevels([])]).toEqual([0, 0, undefined]);
});
