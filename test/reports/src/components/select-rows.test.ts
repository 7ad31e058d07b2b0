import { expect, it } from "vitest";
import type { ExecutionRow } from "../../../../harness/stages/report/site-data.ts";
import { matchesFilters, sortRows } from "../../../../reports/src/components/select-rows.ts";

const row = (over: Partial<ExecutionRow>) =>
  ({
    name: "explorer__react__skill__S001__0",
    scenario: "S001",
    model: "explorer",
    answerable: true,
    outcome: "success",
    error: null,
    family: "search",
    complexity: "single_hop",
    composite: null,
    ...over,
  }) as ExecutionRow;
const questions = { S001: "Which tests cover Paging?" };

it("a row must pass every filter; true and false are compared as words", () => {
  expect(matchesFilters(row({}), { model: "explorer", answerable: "true" }, questions)).toBe(true);
  expect(matchesFilters(row({}), { model: "explorer", answerable: "false" }, questions)).toBe(false);
});

it("all search words must occur, in any case, in key, question, outcome or error", () => {
  expect(matchesFilters(row({ error: "sql_refused" }), { q: "PAGING sql" }, questions)).toBe(true);
  expect(matchesFilters(row({}), { q: "paging handover" }, questions)).toBe(false);
});

it("missing numbers sort last in both directions, and no order is the order of the run", () => {
  const rows = [row({ composite: null }), row({ composite: 0.2 }), row({ composite: 0.9 })];
  expect(sortRows(rows, "composite").map((entry) => entry.composite)).toEqual([0.9, 0.2, null]);
  expect(sortRows(rows, "-composite").map((entry) => entry.composite)).toEqual([0.2, 0.9, null]);
  expect(sortRows(rows, null)).toBe(rows);
});
