import { expect, it } from "vitest";
import type { Judges } from "../../../../../harness/record/config/judges.ts";
import { makeNotes } from "../../../../../harness/results/analyses/judge/notes.ts";
import type { Summary } from "../../../../../harness/results/analyses/summary.ts";

const RULES: Judges = {
  primary: { type: "rubric", rubric: "primary" },
  calibration: { type: "rubric", rubric: "second" },
  meta: { type: "rubric" },
};
const PACKETS: Judges["primary"] = { type: "packets", evaluator: "a colleague", family: "human" };

const notesOf = (judges: Judges, standIns: readonly string[]) =>
  makeNotes({ stand_in_judges: standIns } as Summary, judges, []).join("\n");

it("a stand-in of any kind is said to decide by rules, not to be a rubric", () => {
  const notes = notesOf({ ...RULES, calibration: PACKETS }, ["keyword-list"]);
  expect(notes).toMatch(/keyword-list.*decide by rules/);
  expect(notes).not.toMatch(/rubric/i);
});

it("what a kind says beside its agreement stands there once, whatever its judges are called", () => {
  expect(notesOf(RULES, []).match(/How the second rubric differs/g)).toHaveLength(1);
  expect(notesOf({ ...RULES, primary: RULES.calibration }, []).match(/How the second rubric differs/g)).toHaveLength(1);
  expect(notesOf({ ...RULES, calibration: PACKETS }, ["rubric-second"])).not.toMatch(/How the second rubric/);
});
