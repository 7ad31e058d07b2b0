import { expect, it } from "vitest";
import { checkRecorded } from "../../../../../harness/run/stages/execute/check-recorded.ts";

const scenarios = ["S001", "S002", "S003"].map((id) => ({ id, turns: [`question of ${id}`] }));
const without = (...ids: string[]) => ({
  name: "bot",
  lacks: ([turn = ""]: readonly string[]) => (ids.some((id) => turn.endsWith(id)) ? "no recording" : null),
});

it("a run with questions that were never recorded is refused, with the run that is left", () => {
  expect(() => checkRecorded([{ name: "ours" }, without()], scenarios)).not.toThrow();
  expect(() => checkRecorded([without("S002"), without("S002", "S003")], scenarios)).toThrow(
    expect.objectContaining({
      message: "2 of 3 questions were not recorded",
      problems: expect.arrayContaining(["bot, S003: no recording (question of S003)"]),
      hint: "a run of the others: --scenarios S001",
    }),
  );
  expect(() => checkRecorded([without("S00")], [{ id: "S00", turns: ["S00"] }])).toThrow(
    expect.objectContaining({ hint: expect.stringContaining("to the letter") }),
  );
});
