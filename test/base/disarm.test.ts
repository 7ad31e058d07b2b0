import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { csvOf } from "../../assistant/app/scope/exports/csv.ts";
import { disarm, rearm } from "../../base/disarm.ts";
import { toCsv } from "../../harness/print/csv.ts";
import { formatCsv } from "../../harness/show/plots/csv.ts";

const FORMULAS = ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201"];

it.each([
  ["tables", (cells: string[]) => toCsv(cells, [cells])],
  [
    "figures",
    (cells: string[]) =>
      formatCsv({
        columns: cells.map((key) => ({ key, label: key, format: "text" })),
        rows: [Object.fromEntries(cells.map((cell) => [cell, cell]))],
      }),
  ],
  ["scopes of the assistant", (cells: string[]) => csvOf([cells, cells])],
])("a spreadsheet finds no formula in the CSV of %s, names of columns included", (_name, write) => {
  const rows: string[][] = parse(write(FORMULAS));
  expect(rows).toEqual([FORMULAS, FORMULAS].map((row) => row.map((text) => `'${text}`)));
});

it("a text that was disarmed comes back, and others stay as they are", () => {
  expect(FORMULAS.map(disarm).map(rearm)).toEqual(FORMULAS);
  expect(["'quoted'", "plain", ""].map(rearm)).toEqual(["'quoted'", "plain", ""]);
});
