import { describe, expect, it } from "vitest";
import { parsePlot } from "../../../../../reports/src/components/query/plot-spec.ts";
import { QUESTIONS } from "../../../../../reports/src/components/query/questions.ts";

const COLUMNS = ["model", "seconds", "execution"];
const parse = (spec: unknown) => parsePlot(JSON.stringify(spec), COLUMNS);

describe("a plot that a reader typed, or that came with an address", () => {
  it("is read: columns of the answer, constants, a transform, scales", () => {
    const marks = [
      { type: "barY", x: "model", fill: "accent", transform: { type: "groupX", outputs: { y: "count" } } },
    ];
    expect(parse({ marks, y: { grid: true, label: null }, caption: "calls" })).toEqual({
      marks: [
        {
          type: "barY",
          channels: { x: { column: "model" }, fill: { constant: "var(--accent)" } },
          transform: { type: "groupX", outputs: { y: "count" } },
          tip: false,
          execution: undefined,
        },
      ],
      scales: { y: { grid: true, label: null } },
      caption: "calls",
      height: undefined,
    });
  });

  it.each([
    ["an unknown key", { marks: [{ type: "dot", onclick: "alert(1)" }] }, "marks[0].onclick is not known"],
    ["an address", { marks: [{ type: "dot", href: "model" }] }, "marks[0].href is not known"],
    ["an image", { marks: [{ type: "image", src: "model" }] }, "marks[0].type is not known"],
    [
      "a paint that is fetched",
      { marks: [{ type: "dot", fill: "url(http://evil.invalid)" }] },
      "marks[0].fill is no column",
    ],
    [
      "a column that is not there",
      { marks: [{ type: "dot", x: "cost" }] },
      "marks[0].x is no column of the answer above",
    ],
    [
      "a reducer that is code",
      { marks: [{ type: "dot", transform: { type: "group", outputs: { y: "d => 1" } } }] },
      "marks[0].transform.outputs.y is not known",
    ],
    ["a key of every object", { marks: [{ type: "dot" }], constructor: {} }, "constructor is not known"],
    ["a scale's function", { marks: [{ type: "dot" }], x: { transform: "x => x" } }, "x.transform is not known"],
    ["no marks", { x: {} }, "marks is no list with an entry"],
    ["a list", [], "the plot is no object"],
  ])("is refused for %s, by its name", (_, spec, says) => {
    expect(() => parse(spec)).toThrow(says);
  });

  it("is told all that is wrong with it at once", () => {
    expect(() => parse({ marks: [{ type: "pie", x: "cost" }], size: 3 })).toThrow(
      /marks\[0\]\.type.*\nmarks\[0\]\.x.*\nsize is not known/,
    );
  });

  it("is told where it is no JSON", () => {
    expect(() => parsePlot("{marks: 1}", COLUMNS)).toThrow("the plot is no JSON");
  });
});

it("there are twelve questions to begin with, each asked once", () => {
  expect(new Set(QUESTIONS.map(({ title }) => title)).size).toBe(12);
});
