import { expect, it } from "vitest";
import { type Documented, missingWords } from "../../scripts/docstring-rules.ts";

const FUNCTION: Documented = {
  file: "harness/api/compare.ts",
  name: "f",
  kind: "function",
  doc: "Something.",
  declaration: "function f(values: readonly number[]): string",
  body: " {\n  return values.join();\n}\n",
};

it.each([
  [
    "a number without unit or range",
    { declaration: "function f(): number | null" },
    "unit or range",
    "A share, 0 to 1.",
  ],
  ["an error that is thrown", { body: " {\n  throw new RangeError();\n}\n" }, "throws", "Throws a RangeError."],
  ["a check that throws", { body: " {\n  checkRange(values);\n}\n" }, "throws", "@throws RangeError"],
  ["a formula", { file: "measure/statistics/a.ts" }, "source of its formula", "By Wilson, JASA 22, 1927."],
  [
    "a table",
    { declaration: "function f(ratings: number[][]): string" },
    "nested lists",
    "`ratings[u][r]` is a rating.",
  ],
] as const)("asks the comment of %s for it, and is content where it stands", (_, part, asks, doc) => {
  expect(missingWords({ ...FUNCTION, ...part })).toEqual([expect.stringContaining(asks)]);
  expect(missingWords({ ...FUNCTION, ...part, doc })).toEqual([]);
});

it("asks nothing more of what gives no number, throws nothing and computes no formula, and nothing of types", () => {
  expect(missingWords(FUNCTION)).toEqual([]);
  expect(missingWords({ ...FUNCTION, kind: "interface", declaration: "interface F { a: number[][] }" })).toEqual([]);
});
