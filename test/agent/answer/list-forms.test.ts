import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../agent/answer/answer.ts";
import { checkAnswer } from "../../../agent/answer/answer-contract.ts";
import { fallbackAnswer } from "../../../agent/answer/answer-fallback.ts";
import type { ToolCallRecord } from "../../../agent/contract/contract.ts";
import { idReader } from "../../../base/ids/id-reader.ts";
import { nonEmpty } from "../../non-empty.ts";
import { processorMs } from "../../soon.ts";

const IDS = idReader(["TC-1", "TC-2", "TC-3", "test_login", "Suite.case#2"], {
  idPatterns: [{ pattern: "TC-\\d+" }],
});
const LIST = (heading: string, ...items: string[]) => [heading, ...items].join("\n");

/** Each is read as TC-1, TC-2. */
const FORMS: Readonly<Record<string, string>> = {
  "as asked": LIST("## Recommended", "1. `TC-1` - why [S1]", "2. `TC-2` - why"),
  "bold ids": LIST("## Recommended", "1. **TC-1**: why", "2. **TC-2**: why"),
  "bold numbers": LIST("## Recommended", "**1. TC-1** why", "**2.** TC-2 why"),
  "bare ids": LIST("## Recommended tests", "1) TC-1 \u2013 why", "2) TC-2 - why"),
  bullets: LIST("### Recommended test cases", "- `TC-1`: why", "- `TC-2`: why"),
  "bullets of bold links": LIST("## Recommended", "* **[TC-1](https://example.org/1)** why", "* **[TC-2](x)** why"),
  "boxes to tick": LIST("## Recommended", "- [ ] TC-1 why", "- [x] `TC-2` why"),
  "a table": LIST("## Recommended", "| # | Test | Why |", "|---|---|---|", "| 1 | `TC-1` | a |", "| 2 | TC-2 | b |"),
  "a table without numbers": LIST(
    "## Recommended",
    "| Test | Why |",
    "| :-- | --- |",
    "| **TC-1** | a |",
    "| TC-2 | b |",
  ),
  "a heading an item": LIST(
    "## Recommended",
    "### 1. `TC-1` - not run lately",
    "- Why: F-1",
    "### 2. TC-2",
    "1. TC-3 is near",
  ),
  "parts under headings": LIST("# Recommended", "## Must run", "1. `TC-1`", "## Should run", "2. `TC-2`"),
  "parts under bold lines": LIST("## Recommended", "**High risk**", "- TC-1", "**Low risk:**", "- TC-2"),
  "behind a sentence": LIST("## Recommended", "These cover the change, none left out:", "1. `TC-1`", "2. `TC-2`"),
  "a bold heading": LIST("**Recommended:**", "1. `TC-1`", "2. `TC-2`"),
  "a heading by its colon": LIST("Recommended tests:", "1. `TC-1`", "2. `TC-2`"),
  "a heading by its line": LIST("Recommended", "-----------", "1. `TC-1`", "2. `TC-2`"),
  "closed heading": LIST("## Recommendations ##", "1. `TC-1`", "2. `TC-2`"),
  "pictures and numbers": LIST("## 1. 🎯 Recommended Tests", "- ✅ `TC-1` why", "- ✔️ **TC-2** why", "- ❌ `TC-3` no"),
  "what the id is of": LIST(
    "## Recommended",
    "1. **Test case:** `TC-1`",
    "2. Test Case TC-2: why",
    "3. ID no one knows",
  ),
  "what stands beneath": LIST("## Recommended", "1. TC-1", "   - TC-3 is near", "2. TC-2", "   1. TC-3 too"),
  "another list behind": LIST("## Recommended", "1. `TC-1`", "2. `TC-2`", "", "- TC-3 was near"),
  "what was left out": LIST("## Recommended", "1. `TC-1`", "2. `TC-2`", "### Considered, but not needed", "3. `TC-3`"),
  "what was left out, bold": LIST("## Recommended", "- TC-1", "- TC-2", "**Not recommended**", "- TC-3"),
  "what was left out, by items": LIST(
    "## Recommended",
    "### TC-1",
    "### TC-2",
    "### Rejected",
    "#### TC-3",
    "##### TC-3",
  ),
  "what was left out between parts": LIST(
    "## Recommended",
    "### Must",
    "1. TC-1",
    "### Excluded",
    "1. TC-3",
    "### Also run",
    "1. TC-2",
  ),
  "the next section": LIST("## Recommended", "1. `TC-1`", "2. `TC-2`", "## Notes", "1. `TC-3`"),
  "the next section, bold": LIST("**Recommended**", "1. `TC-1`", "2. `TC-2`", "**Notes**", "1. `TC-3`"),
  "in a code block": LIST("```markdown", "## Recommended", "1. `TC-1`", "2. `TC-2`", "```"),
  "other letters and signs": LIST("## Recommended", "1. `tc\u20111`", "2. `TC 2`"),
  "other signs, bare": LIST("## Recommended", "- TC\u20111 why", "- tc_2 why"),
  "id and title in one": LIST("## Recommended", "1. `TC-1: log in`", "2. `TC-2 (log out)`"),
};

describe("a list under Recommended is read in the forms that models write", () => {
  for (const [form, text] of nonEmpty(Object.entries(FORMS)))
    it(form, () => {
      expect(parseAnswer(text, IDS).ranked).toEqual(["TC-1", "TC-2"]);
    });

  it("without the corpus too, but for ids that are written otherwise", () => {
    const others = ["other letters and signs", "other signs, bare", "id and title in one"];
    for (const [form, text] of nonEmpty(Object.entries(FORMS).filter(([name]) => !others.includes(name))))
      expect([form, parseAnswer(text).ranked]).toEqual([form, ["TC-1", "TC-2"]]);
  });

  it("with ids of any shape that the corpus has, and those of its shape that it has not", () => {
    const text = LIST("## Recommended", "- test_login: why", "- Suite.case#2", "- TC-99: made up", "- re-run all");
    expect(parseAnswer(text, IDS).ranked).toEqual(["test_login", "Suite.case#2", "TC-99"]);
  });

  it("and nothing else is a list", () => {
    const none = [
      "1. `TC-1`\n2. `TC-2`",
      "Recommended: TC-1, TC-2",
      "**Recommended** tests are TC-1 and TC-2.\n1. `TC-1`",
      LIST("## Recommended", "Run TC-1 and TC-2."),
      LIST("## Recommended", "- 2FA needs a test", "- IPv6, too", "- re-run all", "- the test of F-1 is TC-1"),
      LIST("## Recommended against", "- TC-1"),
      LIST("## Not recommended", "- TC-1"),
      LIST("**Recommended for deletion**", "- TC-1"),
      LIST("## Recommended", "### Not needed", "- TC-1"),
      LIST("## Recommended", "~~1. `TC-1`~~", "<!--", "2. `TC-2`", "-->"),
    ];
    for (const text of nonEmpty(none)) expect([text, parseAnswer(text, IDS).ranked]).toEqual([text, []]);
  });

  it("in time that grows with its length", () => {
    const hostile = [
      "**",
      "- [ ] ",
      "1. **",
      "| ",
      "`",
      "# ",
      "_*[",
      "TC-",
      "a:\n",
      "==\n",
      "# #",
      " #",
      "a-",
      "<a",
      "a- ",
      "`a`, ",
      "no a ",
      "(a",
      "TC-1, ",
      "tests run ",
    ];
    for (const part of nonEmpty(hostile)) {
      const took = processorMs(() =>
        [IDS, undefined].map((ids) =>
          parseAnswer(`## Recommended\n# ${part.repeat(100_000)}\n- ${part.repeat(100_000)}`, ids),
        ),
      );
      expect([part, took < 5_000]).toEqual([part, true]);
    }
  });
});

const REQUIREMENTS = idReader(["TC-1", "TC-2", "TC-3", "REQ_12", "4711", "4712"], {
  idPatterns: [{ pattern: "TC-\\d+" }, { pattern: "REQ_\\d+" }],
});
const R = "## Recommended";

/** What a person would say is recommended. */
const READINGS: readonly (readonly [text: string, ranked: readonly string[]])[] = [
  // Nothing is, whatever is named besides.
  ["No supported recommendation: none.\n\nRecommendations:\n- TC-3 could be extended", []],
  [LIST(R, "No supported recommendation: no links.", "", "Looked for:", "- `REQ_12`: no tests"), []],
  [LIST(R, "None.", "", "Candidates considered:", "- `TC-3` - unrelated"), []],
  [LIST("## Recommended next steps", "- `REQ_12`: write a test"), []],
  ["❌ No supported recommendation: none.\n- TC-3 is near", []],
  // What follows a list is none of it, in whatever words and language.
  [LIST(R, "- `TC-1`", "", "The following tests are not recommended:", "- `TC-3`"), ["TC-1"]],
  [LIST(R, "- `TC-1`", "", "I left out the following:", "- `TC-3`"), ["TC-1"]],
  [LIST(R, "1. `TC-1`", "", "**Excluded:** these are unrelated", "1. `TC-3`"), ["TC-1"]],
  [LIST(R, "- `TC-1`", "", "**Not recommended** (unrelated)", "- `TC-3`"), ["TC-1"]],
  [LIST(R, "1. `TC-1`", "2. `TC-2`", "", "Not recommended:", "3. `TC-3`"), ["TC-1", "TC-2"]],
  ...["Risks", "Obsolete tests", "Unaffected tests", "Nicht empfohlen", "不推荐", "Related requirements"].map(
    (heading): [string, string[]] => [LIST(R, "1. `TC-1`", `### ${heading}`, "1. `TC-3`"), ["TC-1"]],
  ),
  [LIST(R, "### Direct", "- TC-1", "### Tests excluded", "- TC-3"), ["TC-1"]],
  [LIST(R, "### Direct", "- TC-1", "**Affected requirements**", "- REQ_12"), ["TC-1"]],
  [LIST(R, "- TC-1 ✅", "- TC-3 ❌ not needed", "- `TC-2` – skip, not affected"), ["TC-1"]],
  [LIST(R, "1. TC-1 - not run lately", "2. TC-2"), ["TC-1", "TC-2"]],
  // What is said of an item ends none, and what leads to a list begins it.
  [LIST(R, "1. `TC-1`", "Why:", "- covers REQ_12", "2. `TC-2`", "Why:", "- so does it"), ["TC-1", "TC-2"]],
  [LIST(R, "1. `TC-1`", "**Note:**", "slow", "2. `TC-2`"), ["TC-1", "TC-2"]],
  ...[
    "None of these is flaky:",
    "Do not skip these:",
    "Summary:",
    "Considered in the order of risk:",
    "**Evidence-ranked tests**",
    "### Coverage of the login change",
    "### Rejected payments",
    "### Not directly linked, but the same component",
  ].map((intro): [string, string[]] => [LIST(R, intro, "1. `TC-1`", "2. `TC-2`"), ["TC-1", "TC-2"]]),
  [
    LIST("**Recommended tests**", "", "**High**", "- TC-1", "**Low**", "- TC-2", "**Notes**", "- TC-3"),
    ["TC-1", "TC-2"],
  ],
  [LIST("Recommended tests:", "", "These cover it directly:", "1. TC-1", "2. TC-2"), ["TC-1", "TC-2"]],
  // Other words and signs.
  ...[
    "## Test Recommendations",
    "## Top Recommended Tests",
    "**My recommendation:**",
    "##Recommended",
    " ## `Recommended`",
  ].map((heading): [string, string[]] => [LIST(heading, "1. `TC-1`", "2. `TC-2`"), ["TC-1", "TC-2"]]),
  [LIST("*Recommended*", "1. TC-1"), ["TC-1"]],
  [LIST("**Recommended:** run these", "1. TC-1"), ["TC-1"]],
  [LIST("1. **Recommended**", "   - TC-1", "2. **Sources**", "   - TC-3"), ["TC-1"]],
  [LIST(R, "(1) `TC-1`", "(2) TC-2"), ["TC-1", "TC-2"]],
  [LIST(R, "1.`TC-1`", "2.`TC-2`"), ["TC-1", "TC-2"]],
  [LIST(R, "a) TC-1", "b) TC-2"), ["TC-1", "TC-2"]],
  [LIST(R, "→ TC-1", "→ `TC-2`"), ["TC-1", "TC-2"]],
  [LIST(R, "1. `TC-1`, `TC-2` - both"), ["TC-1", "TC-2"]],
  [LIST(R, "- TC-1 and TC-2: both"), ["TC-1", "TC-2"]],
  [LIST(R, "1. ***TC-1*** log in", "2. _TC-2_ log out", "3. __REQ_12__: b"), ["TC-1", "TC-2", "REQ_12"]],
  [LIST(R, '1. "TC-1"', "2. <b>TC-2</b> log out"), ["TC-1", "TC-2"]],
  [LIST(R, "- P0: `TC-1`", "- 🔴 `TC-2`", "- **High** – TC-3"), ["TC-1", "TC-2", "TC-3"]],
  [LIST(R, `1. \`TC-1${"w".repeat(500)}\` - a`), [`TC-1${"w".repeat(500)}`]],
  [LIST(R, "1. [S1] `TC-1`", "2. Run `TC-2`"), ["TC-1", "TC-2"]],
  [LIST(R, "| Priority | Test |", "|---|---|", "| High | TC-1 |", "| **1** | **TC-2** |"), ["TC-1", "TC-2"]],
  [LIST(R, "1. `TC-1 (REQ_12)`", "2. `npm run it`"), ["TC-1"]],
  [
    LIST(R, "1. Log in (`TC-1`) - why", "2. Log out (TC-2)", "3. No test (REQ_12)", "4. As TC-1 (TC-3)"),
    ["TC-1", "TC-2"],
  ],
  [LIST(R, "### 1. Log in (`TC-1`)", "- why"), ["TC-1"]],
  [LIST(R, "1. 4711 - a", "2. **#4712** - b", "3. 12 tests more"), ["4711", "4712"]],
  [LIST(R, "| Issue | Duplicate of |", "|---|---|", "| 4711 | `4712` |"), ["4711"]],
];

it("a person's reading is the instrument's", () => {
  for (const [text, ranked] of nonEmpty(READINGS))
    expect([text, parseAnswer(text, REQUIREMENTS).ranked]).toEqual([text, ranked]);
});

const TOLD = idReader(["TC-1", "TC-2", "TC-3", "REQ-7", "REQ-8"], {
  idPatterns: [
    { role: "test_case", pattern: "TC-\\d+" },
    { role: "backlog_item", pattern: "REQ-\\d+" },
  ],
});

/** One pattern for all, as in Jira. */
const TYPED = idReader(["TC-1", "TC-2", "TC-3", "REQ-7", "REQ-8", "REQ-9"], {
  idPatterns: [{ role: "test_case", pattern: "[A-Z]+-\\d+" }],
  tests: new Set(["TC-1", "TC-2", "TC-3"]),
});

/** Each is read as TC-1, TC-2. */
const GROUPS: Readonly<Record<string, string>> = {
  "items beneath": LIST(R, "1. **REQ-7 - log in**", "   - `TC-1` why", "2. REQ-8", "   - TC-2: why"),
  "items beneath, two deep": LIST(R, "- Direct", "  - REQ-7", "    - TC-1", "    - TC-2"),
  "letters beneath": LIST(R, "1. REQ-7", "   a. TC-1", "   b. TC-2"),
  "not indented": LIST(R, "1. REQ-7", "- TC-1", "2. REQ-8", "- TC-2"),
  headings: LIST(R, "### REQ-7 log in", "1. `TC-1`", "### REQ-8", "1. `TC-2`"),
  "in one line": LIST(R, "- REQ-7: TC-1", "- REQ-8 (log out): TC-2, not TC-3", "- REQ-9: none"),
  "in brackets, and behind an arrow": LIST(R, "1. REQ-7 (TC-1)", "2. REQ-8 → `TC-2`"),
  "by a verb": LIST(R, "1. REQ-7 - covered by TC-1 and TC-2"),
  "a column": LIST(R, "| Item | Test |", "|---|---|", "| REQ-7 | TC-1 |", "| REQ-8 | **TC-2** |"),
  "none of its own": LIST(R, "- REQ-7", "  - TC-1", "  - TC-2", "- REQ-8", "  - no test"),
};

describe("where the corpus tells tests by their ids or types, a record that is none heads a group of tests", () => {
  for (const [form, text] of nonEmpty(Object.entries(GROUPS)))
    it(form, () => {
      for (const ids of [TOLD, TYPED]) expect(parseAnswer(text, ids).ranked).toEqual(["TC-1", "TC-2"]);
    });

  it("and no test does, and records are a list where no tests stand with them", () => {
    const beneath = LIST(R, "1. TC-1", "   - REQ-7: log in", "   - TC-3 is near", "2. TC-2 (REQ-8)");
    expect(parseAnswer(beneath, TOLD).ranked).toEqual(["TC-1", "TC-2"]);
    expect(parseAnswer(LIST(R, "1. REQ-7 - as TC-1", "2. REQ-8"), TOLD).ranked).toEqual(["REQ-7", "REQ-8"]);
    expect(parseAnswer(LIST(R, "1. TC-1", "2. REQ-8"), TOLD).ranked).toEqual(["TC-1", "REQ-8"]);
  });
});

/** Nothing in them is headed Recommended. */
const OTHERWISE: readonly (readonly [text: string, ranked: readonly string[]])[] = [
  [LIST("**Must run**", "- TC-1", "**Optional:**", "- TC-2", "**Not needed**", "- TC-3"), ["TC-1", "TC-2"]],
  [LIST("### P0", "1. TC-1", "### P1 (later)", "1. TC-2"), ["TC-1", "TC-2"]],
  [LIST("## Relevant test cases", "- TC-1", "## Related requirements", "- REQ-7"), ["TC-1"]],
  [LIST("Key facts:", "- TC-3 is new", "", "Tests to run:", "- TC-1"), ["TC-1"]],
  [LIST("The following test cases are relevant:", "", "1. TC-1", "2. TC-2"), ["TC-1", "TC-2"]],
  [LIST("Run these tests:", "```", "TC-1", "TC-2", "```"), ["TC-1", "TC-2"]],
  [LIST("## Empfohlen", "1. `TC-1`", "## Nicht empfohlen", "1. TC-3"), ["TC-1"]],
  [LIST("**推荐的测试用例：**", "1. `TC-1`", "**不需要：**", "1. TC-3"), ["TC-1"]],
  [LIST("Voici les cas de test recommandés :", "1. TC-1", "2. TC-2"), ["TC-1", "TC-2"]],
  [LIST("**In summary, the tests to run are:**", "1. TC-1"), ["TC-1"]],
  [LIST("**Tests to run**", "- TC-1", "**Recommended actions:**", "- TC-3"), ["TC-1"]],
  [LIST("The following tests are not relevant:", "- TC-1"), []],
  [LIST("Tests to skip where you run late:", "- TC-1"), []],
  [LIST("Candidates found:", "- TC-1"), []],
  [LIST("No supported recommendation: none.", "", "Tests affected by others:", "1. TC-1"), []],
  // A heading's own line, lines of ids alone, and signs around them.
  [LIST("**Recommended:** TC-1, `TC-2`", "**Reason:** as TC-3"), ["TC-1", "TC-2"]],
  [LIST(R, "TC-1, TC-2"), ["TC-1", "TC-2"]],
  [LIST("RECOMMENDED TEST CASES", "", "1. TC-1", "", "EXCLUDED TEST CASES", "", "1. TC-3"), ["TC-1"]],
  [LIST(R, "Test | Why", "--- | ---", "TC-1 | a", "TC-2 | b"), ["TC-1", "TC-2"]],
  [LIST(R, "1. `<TC-1>` - <why>", "2. <TC-2>"), ["TC-1", "TC-2"]],
  [LIST("**Recommended**", "", "**TC-1**", "a", "", "**TC-2**", "b"), ["TC-1", "TC-2"]],
  [LIST(R, "- **Must run**", "  - TC-1", "- **Not needed**", "  - TC-3"), ["TC-1"]],
  // The list that was corrected is none.
  [LIST(R, "1. TC-1", "2. TC-3", `${R} (corrected)`, "1. TC-1", "2. TC-2"), ["TC-1", "TC-2"]],
];

it("where nothing is headed Recommended, a list of tests stands under what leads to it", () => {
  for (const [text, ranked] of nonEmpty(OTHERWISE))
    expect([text, parseAnswer(text, TOLD).ranked]).toEqual([text, ranked]);
});

describe("an answer without a list abstains", () => {
  const says = (text: string) => [text, parseAnswer(text, TOLD).abstained];

  it("where it says so in the list's place, or at once", () => {
    const abstaining = [
      LIST(R, "None.", "", "## Not covered", "- REQ-7"),
      LIST(R, "- None"),
      LIST(R, "N/A - no test cases found."),
      "**Recommended:** none",
      "I was unable to find any test cases for REQ-7, so I cannot recommend any.",
      "None of the existing test cases cover it. TC-1 is near.",
      "REQ-7 is new; no test case is linked to it.",
      "I'm sorry, but I couldn't find any records for REQ-9.",
      "Zu REQ-9 gibt es keine Testfälle.",
    ];
    for (const text of nonEmpty(abstaining)) expect(says(text)).toEqual([text, true]);
  });

  it("and not where it asks, makes an exception or takes it back", () => {
    const others = [
      "Are there no tests for REQ-7?",
      "No tests other than TC-1 and TC-2 cover it.",
      "No test is linked to it directly. However, TC-1 is affected.",
      LIST("No test is linked to REQ-8.", R, "1. TC-1"),
      "Run TC-1. No test covers REQ-8.",
    ];
    for (const text of nonEmpty(others)) expect(says(text)).toEqual([text, false]);
  });
});

describe("the contract takes an id as the corpus has it", () => {
  const result = '{"rows":[{"id":"TC-1"},{"id":"TC-2"}]}';
  const call: ToolCallRecord = {
    ...{ index: 0, turn: 0, tool: "trace_links", family: "trace_link", arguments: {}, status: "success" },
    ...{ preview: result, result, resultPath: "/results/001-a.json", truncated: false, subAgent: null, durationMs: 1 },
  };
  const context = { thread: "t", calls: [call], userText: "which?", ids: IDS };
  const draft = LIST(
    "## Recommended",
    "1. `TC\u20111` a [S1]",
    "2. `tc-2` b [S1]",
    "3. `TC\u20119` c [S1]",
    "",
    "## Sources",
    "- S1: [rows](artifact://t?path=/results/001-a.json)",
  );

  it("and names those that no result showed", () => {
    expect(checkAnswer(draft, context)).toMatchObject([{ rule: "ungrounded_id", items: ["TC-9"] }]);
  });

  it("and keeps what is supported when it writes the answer anew", () => {
    const text = fallbackAnswer(draft, checkAnswer(draft, context), context);
    expect(parseAnswer(text).ranked).toEqual(["TC-1", "TC-2"]);
  });
});
