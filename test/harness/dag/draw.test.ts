import { expect, it } from "vitest";
import type { StageView } from "../../../harness/dag/describe.ts";
import { drawLanes, toDot } from "../../../harness/dag/draw.ts";

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

it("for Graphviz: a box a stage, and a line for what one reads of another", () => {
  const view = (stage: StageView["stage"], reads: string[], writes: string[]): StageView => {
    return { stage, state: "stale", causes: [], after: [], reads, writes, records: null, seconds: null, summary: "" };
  };
  const views = [
    view("score", ["ratings"], ["metrics", "exports/trec"]),
    view("report", ["metrics", "pages"], ["report"]),
  ];
  expect(toDot(views).split("\n")).toEqual([
    "digraph stages {",
    "  node [shape=box];",
    '  "score" [label="score\\nstale"];',
    '  "report" [label="report\\nstale"];',
    '  "score" -> "report" [label="metrics"];',
    "}",
  ]);
});
