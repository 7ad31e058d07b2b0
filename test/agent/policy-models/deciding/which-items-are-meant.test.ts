import { describe, expect, it } from "vitest";
import { readPolicies } from "../../../../agent/knowledge/policies.ts";
import { conclude } from "../../../../agent/policy-models/deciding/when-to-abstain.ts";
import { namedInWords } from "../../../../agent/policy-models/deciding/which-items-are-meant.ts";
import { FoundTests } from "../../../../agent/policy-models/found-tests.ts";
import { findProfile } from "../../../../agent/policy-models/profiles.ts";
import { viewResult } from "../../../../agent/policy-models/reading/what-came-back.ts";
import { openNames, readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import { TurnState } from "../../../../agent/policy-models/turn-state.ts";

const read = (text: string) => readQuestion(text, { later: false });

describe("openNames", () => {
  it.each([
    ["Which tests cover CAN bus reset?", [], ["CAN"]],
    ["Which tests cover CAN bus reset?", ["reset of the CAN driver"], []],
    ["Which tests cover Lin wake-up? Wake-up counts too.", [], ["Lin"]],
    ["which tests cover bus reset in r17 on port A2?", ["r17 only"], ["A2"]],
    ["Bus reset", [], []],
    ['tests of REQ-17 called "LIN Reset"', [], []],
  ])("%s | seen: %j -> %j", (question, texts, open) => {
    expect(openNames(read(question), texts)).toEqual(open);
  });
});

describe("namedInWords", () => {
  const messages = [
    { id: "M-1", type: "message", title: "BUS RESET", snippet: "Bus Reset, BRST. Sent on LIN." },
    { id: "M-2", type: "message", title: "BUS SOFT RESET", snippet: "Sent on CAN." },
    { id: "M-3", type: "message", title: "BUS WAKE", snippet: "Sent on CAN." },
  ];

  it("takes the record that says the name of the question, and tells of the one that is called so", () => {
    const [anchor] = named("Which tests cover CAN bus reset?");
    expect(anchor).toMatchObject({ id: "M-2" });
    expect(anchor?.note).toMatch(/M-1 .*does not say CAN; M-2 .*was taken for it/);
  });

  it("takes the record of that name where the question names no place, or one that it says", () => {
    for (const question of ["Which tests cover bus reset?", "Which tests cover bus reset on LIN?"])
      expect(named(question)).toEqual([expect.not.objectContaining({ note: expect.anything() })]);
  });

  it("keeps the record of that name where none says the place; the answer then says so", () => {
    const question = read("Which tests cover FlexRay bus reset?");
    const anchors = named(question.text);
    expect(anchors).toMatchObject([{ id: "M-1" }]);
    const findings = new FoundTests([{ id: "T-1", title: "reset", evidence: [] }]);
    const { sentences } = conclude(state(), { question, findings, anchors, sentences: [], accounted: [] });
    expect(sentences.join()).toContain('"FlexRay" does not stand in');
  });

  function state(): TurnState {
    const tools = ["keyword_search", "hybrid_search"].map((name) => ({ name, parameters: {}, tokens: 0 }));
    const system = Object.values(readPolicies().policies).join("\n\n");
    const profile = findProfile("planner");
    return new TurnState({ profile, seed: 1, conversation: { system, turns: [] }, tools, turn: 0 });
  }

  function named(question: string) {
    const strategy = namedInWords(state(), read(question));
    let step = strategy.next();
    const view = viewResult(JSON.stringify({ rows: messages, total: 3 }), false);
    while (!step.done) step = strategy.next(step.value.map((call) => ({ call, view })));
    return step.value;
  }
});
