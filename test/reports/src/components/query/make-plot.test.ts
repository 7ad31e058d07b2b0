import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../../reports/src/components/query/answer-columns.ts";
import {
  choiceOf,
  firstChoice,
  makePlot,
  PLOT_KINDS,
  type PlotKind,
} from "../../../../../reports/src/components/query/make-plot.ts";
import { parsePlot } from "../../../../../reports/src/components/query/plot-spec.ts";

const COLUMNS = [
  { name: "model", type: "VARCHAR" },
  { name: 'a "b"', type: "DOUBLE" },
  { name: "n", type: "BIGINT" },
  { name: "day", type: "DATE" },
];
const answer = (types: readonly string[], rows = 3) => ({
  columns: COLUMNS.filter(({ name }) => types.includes(name)),
  rows: Array.from({ length: rows }, (_, at) => types.map((type) => (type === "model" ? "a" : at))),
});

describe("the first plot of an answer", () => {
  it.each([
    [["model", "n"], 3, { kind: "bars", x: "n", y: "model", color: "model" }],
    [["model", "n"], 300, { kind: "boxes", x: "n", y: "model", color: "" }],
    [["n", 'a "b"'], 300, { kind: "points", x: 'a "b"', y: "n", color: "" }],
    [["n", "day"], 30, { kind: "line", x: "day", y: "n", color: "" }],
    [["n"], 30, { kind: "histogram", x: "n", y: "", color: "" }],
    [["model"], 30, { kind: "counts", x: "", y: "model", color: "model" }],
  ])("of the columns %j in %i rows", (types, rows, choice) => {
    const given = answer(types, rows);
    expect(firstChoice(given)).toEqual(choice);
    const names = given.columns.map(({ name }) => name);
    expect(parsePlot(makePlot(firstChoice(given), columnsOf(given)), names).marks[0]).toBeDefined();
  });
});

it("a plot by clicks is known again as long as nobody changed it by hand", () => {
  const columns = columnsOf({ columns: COLUMNS });
  for (const kind of Object.keys(PLOT_KINDS) as PlotKind[]) {
    const isCount = kind === "counts";
    const choice = { kind, x: isCount ? "" : 'a "b"', y: kind === "histogram" ? "" : "model", color: "model" };
    const text = makePlot(choice, columns);
    expect(choiceOf(text, columns)).toEqual(choice);
    expect(choiceOf(text.replace('"type"', '"r": 3, "type"'), columns)).toBeNull();
  }
  expect(choiceOf('{"marks": [', columns)).toBeNull();
});
