import { expect, it } from "vitest";
import { answerByItems } from "../../../../agent/policy-models/deciding/which-items-were-asked.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import { stateOf, think } from "../thinking.ts";

const ROWS: Readonly<Record<string, readonly object[]>> = {
  find_entities: [
    { id: "B-1", name: "Door", type: "backlog_item", subtype: "bug" },
    { id: "B-2", name: "Lamp", type: "backlog_item", subtype: "bug" },
    { id: "R-1", name: "Light", type: "backlog_item", subtype: "requirement" },
  ],
  identifier_lookup: [
    { id: "B-1", name: "Door", type: "backlog_item", attributes: { State: "Open", Severity: "Minor" } },
    { id: "B-2", name: "Lamp", type: "backlog_item", attributes: { State: "Closed", Severity: "Major" } },
  ],
};

const listed = (text: string, profile = "planner") =>
  think(
    answerByItems(stateOf(profile, Object.keys(ROWS)), readQuestion(text, { later: false })),
    ({ tool }) => ROWS[tool] ?? [],
  )?.findings.ids ?? null;

it.each([
  ["Which bugs are open?", ["B-1"]],
  ["Which open bugs have severity major?", []],
  // What is asked for besides a value, of a test, or by an id, is for others.
  ["Which open bugs are about the door?", null],
  ["Which tests cover open bugs?", null],
  ["Which bugs block R-1?", null],
])("answers %j with %j", (text, ids) => {
  expect(listed(text)).toEqual(ids);
});

it("is not for who does not look at records", () => {
  expect(listed("Which bugs are open?", "sprinter")).toBeNull();
});
