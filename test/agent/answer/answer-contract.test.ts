import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../agent/answer/answer.ts";
import { type ContractContext, checkAnswer } from "../../../agent/answer/answer-contract.ts";
import { fallbackAnswer } from "../../../agent/answer/answer-fallback.ts";
import type { ToolCallRecord } from "../../../agent/contract/contract.ts";
import { idReader } from "../../../base/ids/id-reader.ts";
import { processorMs } from "../../soon.ts";

const call: ToolCallRecord = {
  index: 0,
  turn: 0,
  tool: "trace_links",
  family: "trace_link",
  arguments: {},
  status: "success",
  preview: '{"rows":[{"test_case_id":"TC-1"}]}',
  result: '{"rows":[{"test_case_id":"TC-1"},{"test_case_id":"TC-2"}]}',
  resultPath: "/results/000-trace_links.json",
  truncated: true,
  subAgent: null,
  durationMs: 1,
};
const context: ContractContext = {
  thread: "t~1",
  calls: [call],
  userText: "tests for FEA-9",
  ids: idReader([], { idPatterns: [{ pattern: "TC-\\d+" }, { pattern: "FEA-\\d+" }] }),
};
const rules = (text: string, changes: Partial<ContractContext> = {}) =>
  checkAnswer(text, { ...context, ...changes }).map((entry) => entry.rule);
const source = "- S1: [links](artifact://t~1?path=/results/000-trace_links.json)";
const good = `Two tests.\n\n## Recommended\n1. \`TC-1\` - linked [S1]\n2. \`TC-2\` - linked [S1]\n\n## Sources\n${source}`;

describe("checkAnswer", () => {
  it("accepts an answer by the contract; ids of the full result count, not only those shown", () => {
    expect(rules(good)).toEqual([]);
  });

  it("asks for a word on what the question takes for given and the tracker has not, and on nothing else that was not found", () => {
    const asked = (preview: string, changes: Partial<ToolCallRecord> = {}): Partial<ContractContext> => ({
      userText: "why did 9.1 break BUG-7?",
      calls: [call, { ...call, tool: "search_issues", family: "issues", preview, ...changes }],
    });
    const absent = JSON.stringify({ no_issue_of_version: "9.1", not_found: ["BUG-7", "BUG-8"], rows: [] });
    const found = checkAnswer(good, { ...context, ...asked(absent) });
    expect(found.map(({ rule, items }) => [rule, items])).toEqual([["untold_absence", ["BUG-7", "9.1"]]]);
    const told = good.replace("Two tests.", "Two tests. Nothing has version 9.1, nor is there a BUG-7.");
    expect(rules(told, asked(absent))).toEqual([]);
    expect(rules(good, asked(absent, { family: "sql" }))).toEqual([]);
    expect(rules(good, asked(absent.slice(0, 40)))).toEqual([]);
  });

  it("takes other tools' word for what is not there, unless another call found it, and a term without an entry for no absence", () => {
    const lookup = (changes: Partial<ToolCallRecord>): Partial<ContractContext> => ({
      userText: "tests for TC-77",
      calls: [call, { ...call, tool: "identifier_lookup", family: "identifier", result: undefined, ...changes }],
    });
    const preview = JSON.stringify({ not_found: ["TC-77"], rows: [] });
    expect(rules(good, lookup({ preview }))).toEqual(["untold_absence"]);
    expect(rules(good, lookup({ preview, family: "knowledge_base" }))).toEqual([]);
    const found = { ...call, result: '{"rows":[{"test_case_id":"TC-77"}]}' };
    expect(rules(good, { ...lookup({ preview }), calls: [call, found, lookup({ preview }).calls![1]!] })).toEqual([]);
  });

  it("does not ask again for what an earlier question took for given: it was told then", () => {
    const preview = JSON.stringify({ not_found: ["TC-77"], rows: [] });
    const calls = [
      call,
      { ...call, tool: "identifier_lookup", family: "identifier" as const, result: undefined, preview },
    ];
    const asked = { userText: "tests for TC-77\nand for handover?", calls };
    expect(rules(good, { ...asked, question: "and for handover?" })).toEqual([]);
    expect(rules(good, { ...asked, question: "tests for TC-77" })).toEqual(["untold_absence"]);
  });

  it("takes no id for retrieved because a result says that nothing has it", () => {
    const preview = JSON.stringify({ not_found: ["TC-88"], rows: [] });
    const calls = [
      call,
      {
        ...{ ...call, tool: "identifier_lookup", family: "identifier" as const, preview, result: undefined },
        arguments: { ids: ["TC-88"] },
      },
    ];
    expect(rules(good.replace("`TC-2`", "`TC-88`"), { calls })).toEqual(["ungrounded_id"]);
  });

  it.each([
    ["It is compatible with 5G [S1].", []],
    ["It is compatible with 5G.", ["unconfirmed_claim"]],
    ["It Works With 5G, I think. Linked [S1].", ["unconfirmed_claim"]],
    ["I cannot confirm that it is compatible with 5G.", []],
    ["Is it compatible with 5G?", []],
  ])("a claim that a rule names needs a source of its kind in the sentence: %j", (sentence, expected) => {
    const claims = [
      { claim: "compatibility", said: ["compatible with", "works with"], tools: ["trace_links"], holding: ["tc-2"] },
    ];
    expect(rules(good.replace("Two tests.", sentence), { claims })).toEqual(expected);
    const other = [{ ...claims[0]!, holding: ["release note"] }];
    const isClaim = expected.length > 0 || sentence.includes("[S1]");
    expect(rules(good.replace("Two tests.", sentence), { claims: other })).toEqual(
      isClaim ? ["unconfirmed_claim"] : [],
    );
  });

  it.each([
    ["I cannot confirm the date, but it works with 5G.", true],
    ["I cannot confirm the date and it works with 5G.", true],
    ["It works with 5G, doesn't it?", true],
    ["It works\nwith 5G.", true],
    ["It works **with** 5G.", true],
    ["It works\u00a0\u00a0with 5G.", true],
    ["It wor\u200bks with 5G.", true],
    ["Whether it works with 5G, I cannot confirm.", false],
    ["I cannot confirm that A, B or C works with 5G.", false],
    ["Is it known whether A, B or C works with 5G?", false],
    ["It works in 5G.\n\nWith 4G it does not.", false],
  ])(
    "a claim is found where it is written otherwise, behind a doubt of something else or within a question: %j",
    (sentence, isClaim) => {
      const claims = [{ claim: "compatibility", said: ["works with"], tools: ["sql_query"] }];
      expect(rules(good.replace("Two tests.", sentence), { claims })).toEqual(isClaim ? ["unconfirmed_claim"] : []);
      const after = `${good}\n\n## Notes\n${sentence}`;
      expect(rules(after, { claims })).toEqual(isClaim ? ["unconfirmed_claim"] : []);
      const emitted = fallbackAnswer(after, checkAnswer(after, { ...context, claims }), { ...context, claims });
      expect(emitted.includes("Cannot confirm: ")).toBe(isClaim);
    },
  );

  it("each place of an unconfirmed claim is marked once, and an item that makes one stays in the list", () => {
    const claims = [{ claim: "compatibility", said: ["works with"], tools: ["sql_query"] }];
    const draft = good
      .replace("Two tests.", "It works with 5G. Two tests. It works with 5G.")
      .replace("`TC-2` - linked", "`TC-2` - works with 5G");
    const emitted = fallbackAnswer(draft, checkAnswer(draft, { ...context, claims }), { ...context, claims });
    expect(emitted).toContain("Cannot confirm: It works with 5G. Two tests. Cannot confirm: It works with 5G.");
    expect(parseAnswer(emitted).ranked).toEqual(["TC-1", "TC-2"]);
    expect(rules(emitted, { claims })).toEqual([]);
  });

  it("takes no word for evidence that an agent asked with", () => {
    const claims = [{ claim: "compatibility", said: ["works with"], tools: ["lookup_issue"], holding: ["supported"] }];
    const answer = good.replace("Two tests.", "It works with 5G [S1].");
    const looked = (told: object): Partial<ContractContext> => ({
      claims,
      calls: [{ ...call, tool: "lookup_issue", family: "issues", result: JSON.stringify(told) }],
    });
    const rows = [{ id: "TC-1" }, { id: "TC-2" }];
    expect(rules(answer, looked({ not_found: ["supported"], rows }))).toEqual(["unconfirmed_claim"]);
    expect(rules(answer, looked({ rows: [...rows, { id: "TC-3", title: "Is supported" }] }))).toEqual([]);
  });

  it("tells what is absent by its whole name, in whatever letters it was asked for", () => {
    const absent = (name: string, userText: string): Partial<ContractContext> => ({
      userText,
      calls: [
        call,
        {
          ...call,
          tool: "lookup_issue",
          family: "issues",
          result: undefined,
          preview: `{"not_found":["${name}"],"rows":[]}`,
        },
      ],
    });
    expect(rules(good, absent("bug-7", "why was BUG-7 closed?"))).toEqual(["untold_absence"]);
    const longer = good.replace("Two tests.", "BUG-77 and 3.3.10 were closed.");
    expect(rules(longer, absent("BUG-7", "why was BUG-7 closed?"))).toEqual(["untold_absence"]);
    expect(rules(longer, absent("3.3.1", "what of 3.3.1?"))).toEqual(["untold_absence"]);
    expect(rules(good, absent("BUG-7", "why was BUG-77 closed?"))).toEqual([]);
  });

  it("a claim that stays unconfirmed is emitted as one that cannot be confirmed, the rest as it was", () => {
    const claims = [{ claim: "compatibility", said: ["works with"], tools: ["sql_query"] }];
    const draft = good.replace("Two tests.", "Two tests. It works with 5G [S1].");
    const emitted = fallbackAnswer(draft, checkAnswer(draft, { ...context, claims }), context);
    expect(emitted).toContain("Two tests. Cannot confirm: It works with 5G.");
    expect(parseAnswer(emitted).ranked).toEqual(["TC-1", "TC-2"]);
    expect(rules(emitted, { claims })).toEqual([]);
  });

  it.each([
    ["Clarifying question: which release?", "open", []],
    ["Clarifying question: which release?", "spent", ["second_question"]],
    ["Clarifying question: which release?", undefined, ["no_list"]],
    [`Clarifying question: which release?\n\n${good}`, "open", ["question_and_answer"]],
  ] as const)("a question in an answer's place, %j, where asking is %s", (text, asking, expected) => {
    expect(rules(text, { asking })).toEqual(expected);
  });

  it("accepts an abstention that names what the user asked for, although no result has it", () => {
    expect(rules("No supported recommendation: FEA-9 is not in the records.")).toEqual([]);
  });

  it.each([
    ["", "empty_answer"],
    ["Run TC-1.", "no_list"],
    [`${good}\n\nNo supported recommendation: hm.`, "list_and_abstention"],
    ["## Recommended\n1. `TC-1`", "missing_sources"],
    [good.replace("[S1]", "[S1][S2]"), "undefined_label"],
    [`${good}\n- S2: [x](artifact://t~1?path=/results/000-trace_links.json)`, "unused_source"],
    [good.replaceAll("S1", "S2"), "label_order"],
    [good.replace("000-", "001-"), "unknown_target"],
    [good.replace("t~1?", "t~2?"), "unknown_target"],
    [good.replace("Two tests.", "See artifact://t~1?path=/x."), "stray_artifact_link"],
    [good.replace("`TC-2`", "`TC-3`"), "ungrounded_id"],
    [good.replace("Two tests.", "Like TC-77."), "ungrounded_id"],
  ])("finds in %j the violation %s", (text, rule) => {
    expect(rules(text)).toContain(rule);
  });

  it("does not take an id for grounded that is a part of a longer one, or that only a failed call has", () => {
    expect(rules(good, { calls: [{ ...call, preview: "TC-10 TC-2", result: "TC-10 TC-2" }] })).toContain(
      "ungrounded_id",
    );
    expect(rules(good, { calls: [{ ...call, status: "error" }] })).toContain("ungrounded_id");
  });

  it("takes encoded and plain paths and thread ids for the same target", () => {
    expect(rules(good.replace("t~1?path=/results/", "t%7E1?path=%2Fresults%2F"))).toEqual([]);
  });

  it("stays linear on a hostile answer of 200,000 characters", () => {
    const parts = ["#".repeat(6), " ", "[S1]", "`TC-1", "\n## Sources \n", "artifact://"];
    const check = (part: string) => checkAnswer(part.repeat(200_000 / part.length), context);
    expect(processorMs(() => parts.forEach(check))).toBeLessThan(2_000);
  });
});

describe("fallbackAnswer", () => {
  const fallback = (text: string) => fallbackAnswer(text, checkAnswer(text, context), context);

  it("keeps what the records support, with sources rebuilt, and drops sentences with invented ids", () => {
    const text = fallback("TC-77 matters most.\nRun these.\n## Recommended\n1. `TC-77`\n2. `TC-2`");
    expect(text).toContain("1. `TC-2` [S1]");
    expect(text).not.toContain("TC-77");
    expect(rules(text)).toEqual([]);
  });

  it("is an abstention when nothing of the draft's list is in the records, and empty for an empty draft", () => {
    expect(fallback("## Recommended\n1. `TC-77`")).toMatch(/^No supported recommendation: /);
    expect(fallback(" ")).toBe("");
  });

  it("never emits an ungrounded id in its list, whatever the draft", () => {
    const ids = fc.array(fc.constantFrom("TC-1", "TC-2", "TC-3", "TC-99"), { maxLength: 6 });
    fc.assert(
      fc.property(ids, fc.string({ maxLength: 60 }), (listed, prose) => {
        const draft = `${prose}\n## Recommended\n${listed.map((id, index) => `${index + 1}. \`${id}\` [S1]`).join("\n")}`;
        const after = fallback(draft);
        expect(rules(after).filter((rule) => rule === "ungrounded_id" || rule === "unknown_target")).toEqual([]);
      }),
    );
  });
});

describe("the section on what is not covered", () => {
  const withGaps = (section: string) => good.replace("\n\n## Sources", `\n\n## Not covered\n${section}\n\n## Sources`);
  it.each([
    ["- `TC-1` - none [S1]\n- `TC-2`", ["TC-1", "TC-2"]],
    ["None.", []],
    ["- **None**: each item has one", []],
    ["None of these has a test case.", null],
    ["None is covered.", null],
    ["- none", []],
    ["I did not look.", null],
  ])("%j reads as %j, and is no part of the list", (section, gaps) => {
    expect(parseAnswer(withGaps(section))).toMatchObject({ gaps, ranked: ["TC-1", "TC-2"], prose: "Two tests." });
  });

  it("is absent from answers that do not tell", () => {
    expect(parseAnswer(good).gaps).toBeNull();
  });

  it("stands behind an abstention, names what was retrieved, and cites", () => {
    const abstention = "No supported recommendation: no tests.\n\n## Not covered\n- `TC-1` - no test";
    expect(parseAnswer(abstention)).toMatchObject({ abstained: true, gaps: ["TC-1"] });
    expect(rules(abstention)).toEqual([]);
    expect(rules(abstention.replace("TC-1", "TC-77"))).toEqual(["ungrounded_id"]);
    expect(rules(withGaps("- `TC-1` [S7]"))).toContain("undefined_label");
  });

  it("survives a fallback as far as it is supported", () => {
    const draft = withGaps("- `TC-1`\n- `TC-77`").replace("`TC-2` - linked", "`TC-78` - linked");
    const mended = fallbackAnswer(draft, checkAnswer(draft, context), context);
    expect(parseAnswer(mended)).toMatchObject({ ranked: ["TC-1"], gaps: ["TC-1"] });
    expect(rules(mended)).toEqual([]);
  });
});
