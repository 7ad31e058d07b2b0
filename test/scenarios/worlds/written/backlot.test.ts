import { describe, expect, it } from "vitest";
import { generateWorld } from "../../../../scenarios/worlds/generate.ts";
import { writeForBacklot } from "../../../../scenarios/worlds/written/backlot.ts";
import { nonEmpty } from "../../../non-empty.ts";

const TESTS = [
  { id: "TC-10001", title: "Timer", text: "1. Set t300 to 4.", parameter: "t300", value: "4" },
  { id: "TC-10002", title: "Queue", text: "1. Set qMax to 8.", parameter: "qMax", value: "8" },
];
const world = generateWorld({ seed: 2, tests: TESTS });
const { corpus, roster } = writeForBacklot(world);
const records = corpus
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Record<string, unknown> & { doc_id: string; readers: string[] });

describe("a world written for backlot", () => {
  it("has every page, thread and issue once, replies and comments inside, and no test case", () => {
    const inside = records.flatMap(({ replies = [], comments = [] }) => [...(replies as []), ...(comments as [])]);
    const ids = [...records.map(({ doc_id }) => doc_id), ...inside.map(({ doc_id, id }) => doc_id ?? id)];
    const expected = world.content.items.filter(({ kind }) => kind !== "test_case").map(({ id }) => id);
    expect(ids.toSorted()).toEqual(expected.toSorted());
  });

  it("gives each record the readers of its audience, all of them in the roster", () => {
    const emails = world.content.members.map(({ email }) => email);
    for (const { doc_id, readers } of nonEmpty(records))
      expect(readers.toSorted()).toEqual(
        world.audience[doc_id]!.map((id) => `user:${id}@larkfield.example`).toSorted(),
      );
    for (const email of nonEmpty(emails)) expect(roster).toContain(`"email": "${email}"`);
  });

  it("writes a thread's replies in the order of their time", () => {
    const threads = records.flatMap(({ created, replies }) =>
      replies ? [[created, ...(replies as { created: string }[]).map((reply) => reply.created)] as string[]] : [],
    );
    for (const times of nonEmpty(threads)) expect(times).toEqual(times.toSorted());
  });

  it("holds nothing of questions and answers", () => {
    const asked = world.questions.filter(({ kind }) => kind === "nothing_there").map(({ text }) => text);
    for (const text of nonEmpty(asked)) expect(corpus).not.toContain(text);
  });
});
