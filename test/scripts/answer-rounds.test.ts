import { describe, expect, it } from "vitest";
import { withScratchFolder } from "../../base/whole-folder.ts";
import { processIo } from "../../harness/print/io.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import { withServices } from "../../harness/run/interactive/with-services.ts";
import { checkAnswer } from "../../scripts/answer-rounds/claims.ts";
import { drawQuestions } from "../../scripts/answer-rounds/draw.ts";
import { type Facts, readFacts } from "../../scripts/answer-rounds/facts.ts";
import { answersOf } from "../../scripts/questions/ask.ts";

const FACTS: Facts = {
  names: new Map([
    ["REQ-1", { name: "Restart (cold)", type: "backlog_item", subtype: "requirement" }],
    ["REQ-2", { name: "Stop", type: "backlog_item", subtype: "requirement" }],
    ["REQ-3", { name: "Pause", type: "backlog_item", subtype: "requirement" }],
    ["TC-1", { name: "restarts", type: "test_case", subtype: "" }],
    ["TC-2", { name: "stops", type: "test_case", subtype: "" }],
  ]),
  tests: new Map([
    ["REQ-1", new Set(["TC-1", "TC-2"])],
    ["REQ-2", new Set(["TC-2"])],
  ]),
  children: new Map([["REQ-3", new Set(["REQ-1"])]]),
  values: new Map([["TC-1", new Map([["test_kind", "negative"]])]]),
  texts: new Map([["TC-1", "restarts after a cold start"]]),
};

function failed(answer: string, foreign: readonly string[] = []): readonly string[] {
  return checkAnswer(answer, { id: "q", question: "", foreign }, FACTS).failed;
}

describe("the check of an answer", () => {
  it.each([
    "2 test cases are linked directly to REQ-1 (Restart (cold)).",
    "2 test cases are linked directly to REQ-3 (Pause) with what it contains.",
    "1 test case is linked directly to REQ-1 (Restart (cold)) and to REQ-2 (Stop).",
    "1 test case is linked directly to REQ-1 (Restart (cold)), and not to REQ-2 (Stop).",
    "2 test cases are linked directly to REQ-1 (Restart (cold)) or to REQ-2 (Stop). Linked to each: REQ-1: 2 directly; REQ-2: 1 directly.",
    "Linked to each: REQ-3: none directly, 2 with what it contains.",
    "1 of the 2 test cases linked directly to REQ-1 (Restart (cold)) has this: test kind negative.",
    "No supported recommendation: no test case is linked directly to REQ-3 (Pause).",
    'No supported recommendation: no record with the id or title "REQ-9" came up in any look-up or search that was made; what else the records say of it is not known.',
    "1 test case has this: test kind negative.",
    "1 of 3 requirements has no test case that is linked directly to it.",
  ])("finds %j true", (answer) => {
    expect(checkAnswer(answer, { id: "q", question: "", foreign: [] }, FACTS)).toMatchObject({ failed: [] });
    expect(checkAnswer(answer, { id: "q", question: "", foreign: [] }, FACTS).read).toBeGreaterThan(0);
  });

  it.each([
    "1 test case is linked directly to REQ-1 (Restart (cold)).",
    "2 test cases are linked directly to REQ-1 (Restart (cold)) and to REQ-2 (Stop).",
    "No supported recommendation: no test case is linked directly to REQ-2 (Stop).",
    "2 test cases are linked directly to REQ-1 (Restart (cold)) or to REQ-2 (Stop). Linked to each: REQ-1: 2 directly; REQ-2: none directly.",
    "Linked to each: REQ-1: none directly, 2 with what it contains.",
    "2 test cases are linked directly to REQ-1 (Restart (cold)); going by what was read of their records, none of them has this: test kind negative.",
    'No supported recommendation: no record with the id or title "REQ-2" came up in any look-up or search that was made; what else the records say of it is not known.',
    "No supported recommendation: what comes closest does not carry what was asked (restart).",
    "2 test cases have this: test kind negative.",
    "2 of 3 requirements have no test case that is linked directly to them.",
  ])("finds %j false", (answer) => {
    expect(failed(answer)).toHaveLength(1);
  });

  it("finds a reason, a gap and a record that are none, and a word that is passed over", () => {
    const answer =
      "1 test case was found.\n\n## Recommended\n1. `TC-1` - restarts; linked to REQ-2 [S1]\n2. `TC-7` - none\n\n## Not covered\n- `REQ-1` - no test case is linked directly to it";
    expect(failed(answer, ["zorvex"])).toEqual([
      "lists TC-7, which is no record",
      "TC-1 is not linked to REQ-2",
      "REQ-1 has tests",
      "is silent about zorvex",
    ]);
  });
});

it("finds nothing false in what the stand-ins answer to questions drawn from a corpus", async () => {
  const config = configSchema.parse({
    corpus: { type: "telecom", seed: 7, scale: 0.02 },
    models: ["explorer", "sprinter"].map((name) => ({ name, provider: "policy", model: name })),
    ...{ workflows: ["react"], knowledge: ["prompt"] },
  });
  const io = { ...processIo(), error: () => undefined };
  const checked = await withScratchFolder("answers", (folder) =>
    withServices({ config, io }, async (services) => {
      const facts = await readFacts((await services.substrate()).sql);
      const questions = drawQuestions(facts, { seed: 5, count: 20 });
      const answers = await answersOf(questions, { services, config, folder, io });
      return answers.map(({ id, answer }) => {
        const question = questions.find((one) => one.id === id) ?? expect.fail(id);
        return { question: question.question, answer, ...checkAnswer(answer, question, facts) };
      });
    }),
  );
  expect(checked.filter((one) => one.failed.length > 0)).toEqual([]);
  expect(checked.reduce((sum, { read }) => sum + read, 0)).toBeGreaterThan(200);
});
