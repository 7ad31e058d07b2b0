import { expect, it } from "vitest";
import type { ExecutionRow } from "../../../../harness/show/report/site-data.ts";
import { matchesFilters, pairedRows, sortRows } from "../../../../reports/src/components/select-rows.ts";

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

it("alternatives of a filter are joined by commas; a configuration is its three parts", () => {
  const explorer = row({ workflow: "react", knowledge: "skill" });
  expect(matchesFilters(explorer, { model: "sprinter,explorer" }, questions)).toBe(true);
  expect(matchesFilters(explorer, { model: "sprinter,planner" }, questions)).toBe(false);
  expect(matchesFilters(explorer, { configuration: "a__b__c,explorer__react__skill" }, questions)).toBe(true);
  expect(matchesFilters(explorer, { configuration: "explorer__react__prompt" }, questions)).toBe(false);
});

it("pairs leave only scenarios that every side among the rows has, with all their repeats", () => {
  const rows = [
    row({ scenario: "S001", model: "a" }),
    row({ scenario: "S001", model: "a", repeat: 1 }),
    row({ scenario: "S001", model: "b" }),
    row({ scenario: "S002", model: "a" }),
  ];
  expect(pairedRows(rows, "model")).toEqual(rows.slice(0, 3));
  expect(pairedRows(rows.slice(3), "model")).toEqual(rows.slice(3));
  expect(pairedRows([], "configuration")).toEqual([]);
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

it("rows sort by the first, second ... number that the address asks for", () => {
  const rows = [row({ name: "low" }), row({ name: "high" })];
  const measures = [{ value: () => null }, { value: ({ name }: ExecutionRow) => (name === "high" ? 2 : 1) }];
  expect(sortRows(rows, "measure1", measures).map(({ name }) => name)).toEqual(["high", "low"]);
  expect(sortRows(rows, "-measure1", measures).map(({ name }) => name)).toEqual(["low", "high"]);
});
