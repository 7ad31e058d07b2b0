import { expect, it } from "vitest";
import { repeatedLength } from "../../../agent/guards/sql/repeated-length.ts";
import { nonEmpty } from "../../non-empty.ts";

it.each([
  ["", 0],
  ["abc", 3],
  ["a{3}", 3],
  ["(ab{1,3}){2}", 8],
  ["((a{1,50}){1,50}){1,50}b", 125_001],
  ["[a-z]{10}\\d{2,}", 12],
  ["[]a(]{4}", 4],
  ["[[:alpha:]]{5}(?:x{2}){3}", 11],
  ["(a{9", 3],
])("%s is %d characters long when its repeats are written out", (pattern, length) => {
  expect(repeatedLength(pattern)).toBe(length);
});

it("is through with long patterns in time with their length", () => {
  for (const pattern of nonEmpty(["(".repeat(50_000), "[".repeat(50_000), "a{2}".repeat(20_000), "[[:".repeat(20_000)]))
    expect(repeatedLength(pattern)).toBeGreaterThanOrEqual(0);
});
