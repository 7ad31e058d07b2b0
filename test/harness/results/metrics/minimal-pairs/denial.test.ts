import { expect, it } from "vitest";
import { deniesAll } from "../../../../../harness/results/metrics/minimal-pairs/denial.ts";

it.each([
  ["There is no requirement REQ-7.", true],
  ["REQ-1 has two test cases. Nothing is recorded for REQ-7.", true],
  ["- `TC-1` - linked to REQ-1\n- REQ-7: none", true],
  ["REQ-7 doesn't exist; the list is REQ-1's.", true],
  ["No further remarks. The tests of REQ-7 are TC-1.", false],
  ["TC-1 covers REQ-1 and REQ-7.", false],
  ["There is no requirement REQ-71.", false],
  ["TC-1 covers REQ-1.", false],
  ["", false],
])("%j denies REQ-7: %s", (answer, denies) => {
  expect(deniesAll(answer, ["REQ-7"])).toBe(denies);
});

it.each([
  ["No backlog items are linked to TC-1.", true],
  ["Backlog items: none.", true],
  ["There are no items for it.", true],
  ["TC-1 verifies backlog item B-2. No failure is provoked.", false],
  ["Nothing was itemized.", false],
  ["It covers handover. Nothing is recorded.", false],
])("%j denies any backlog item: %s", (answer, denies) => {
  expect(deniesAll(answer, ["backlog item"])).toBe(denies);
});

it("takes a noun in any number and case, and no word of negation out of it", () => {
  expect(deniesAll("There are no user stories for it.", ["user story"])).toBe(true);
  expect(deniesAll("No processes are named.", ["process"])).toBe(true);
  expect(deniesAll("Missing values: 12.", ["missing value"])).toBe(false);
});

it("asks for every name, and does not take an id for a negation", () => {
  expect(deniesAll("Nothing for A-1.", ["A-1", "A-2"])).toBe(false);
  expect(deniesAll("Nothing for A-1 and A-2.", ["A-1", "A-2"])).toBe(true);
  expect(deniesAll("TC-1 covers rpc:no/such/path.", ["rpc:no/such/path"])).toBe(false);
});
