import { expect, it } from "vitest";
import { drawLanes } from "../../../harness/dag/draw.ts";

it("draws each stage in its lane, with joints where lanes part and meet", () => {
  expect(drawLanes().map(({ stage, lanes }) => `${lanes}${stage ?? ""}`.trimEnd())).toEqual([
    "●   generate",
    "├─╮",
    "● │ execute",
    "● │ extract",
    "● │ judge",
    "● │ calibrate",
    "● │ meta-judge",
    "│ ● baselines",
    "├─╯",
    "●   score",
    "●   plots",
    "●   report",
  ]);
});
