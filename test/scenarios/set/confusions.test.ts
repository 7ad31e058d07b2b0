import { expect, it } from "vitest";
import { confusionsOf } from "../../../scenarios/set/confusions.ts";

it("names no expected id, as a whole word, among the known confusions", () => {
  const traps = ["TC-1 (Start)", "TC-12 (Start twice)", "the first turn's list is too wide", "like tc-3"];
  expect(confusionsOf(traps, ["TC-1", "TC-3"])).toEqual(["TC-12 (Start twice)", "the first turn's list is too wide"]);
});
