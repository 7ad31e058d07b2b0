import { describe, expect, it } from "vitest";
import { conclude } from "../../../../agent/policy-models/deciding/when-to-abstain.ts";
import { findAnchors, namedInWords } from "../../../../agent/policy-models/deciding/which-items-are-meant.ts";
import { FoundTests } from "../../../../agent/policy-models/found-tests.ts";
import { openNames, readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";
import type { PlannedCall } from "../../../../agent/policy-models/strategy.ts";
import { stateOf, think } from "../thinking.ts";

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
    expect(anchor?.note).toMatch(/M-1 .*nothing that was read says CAN; M-2 .*was taken for what is meant/);
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
    const { abstention } = conclude(state(), { question, findings, anchors, sentences: [], accounted: [] });
    expect(abstention).toMatch(/^not understood: .*"FlexRay"/);
  });

  const state = () => stateOf("planner", ["keyword_search", "hybrid_search"]);

  function named(question: string) {
    return think(namedInWords(state(), read(question)), () => messages);
  }
});

describe("names in quotation marks", () => {
  const item = { id: "R-1", type: "backlog_item", title: "Door lock", snippet: "Locks the doors above walking speed." };
  const calls = (profile: string, question: string, rowsFor: (query: string) => object[]) => {
    const asked: PlannedCall[] = [];
    const { found, unknown } = think(
      findAnchors(stateOf(profile, ["find_entities", "keyword_search"]), read(question), {
        inWords: false,
        route: null,
      }),
      (call) => {
        asked.push(call);
        return rowsFor(String(call.args.query ?? ""));
      },
    );
    return { asked, ids: found.map(({ id }) => id), unknown };
  };

  it.each([
    ['Which tests cover the requirement "Door lock"?', "backlog_item"],
    ['Which tests are for "Door lock"?', "backlog_item"],
    ['What else is like the test case called "Door lock"?', "test_case"],
    ['Which tests share items with the one titled "Door lock"?', "test_case"],
    ['Which tests check the message "Door lock"?', "message"],
  ])("%s: the kind is the noun before the name", (question, type) => {
    expect(calls("explorer", question, () => []).asked[0]?.args).toMatchObject({ type });
  });

  it("means the one record that says a quoted text, and none where several do or the words are few", () => {
    const quote = "locks the doors above walking speed";
    const phrase = (...rows: object[]) =>
      calls("planner", `tests of "${quote}"`, (query) => (query === `"${quote}"` ? rows : []));
    expect(phrase(item).ids).toEqual(["R-1"]);
    expect(phrase(item, { ...item, id: "T-1", type: "test_case" }).ids).toEqual(["R-1"]);
    expect(phrase(item, { ...item, id: "R-2" })).toMatchObject({ ids: [], unknown: [quote] });
    expect(calls("planner", 'tests of "walking speed"', (query) => (query ? [item] : [])).unknown).toEqual([
      "walking speed",
    ]);
  });
});
