import { expect, it } from "vitest";
import { sideOf } from "../../../../harness/judge/probes/rationale.ts";

it.each<[string, -1 | 0 | 1]>([
  ["All expected tests are listed and each is relevant.", 1],
  ["The answer is clear and well organised.", 1],
  ["Nothing is missing.", 1],
  ["Nothing relevant was found.", -1],
  ["Two key facts are missing.", -1],
  ["It is not complete.", -1],
  ["Recommends irrelevant tests without any supported source.", -1],
  ["No missing ids.", 1],
  ["0 of 4 ids, 0 of 2 entities", -1],
  ["3 of 4 ids, 1 of 2 entities", 0],
  ["All ids are there, but one source is missing.", 0],
  ["Counted.", 0],
  ["", 0],
])("a reason takes a side only where it is plain: %j -> %i", (text, side) => {
  expect(sideOf(text)).toBe(side);
});
