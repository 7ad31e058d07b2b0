import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { UserError } from "../../../../base/user-error.ts";
import { Problems } from "../../../../import/folder/problems.ts";
import { checkContent } from "../../../../import/sources/check-content.ts";
import { chooseAdapter } from "../../../../import/sources/choose-adapter.ts";
import { openSource } from "../../../../import/sources/files.ts";
import { nonEmpty } from "../../../non-empty.ts";

/** What is wrong, the files, what is said of it: place, what was expected, what was found. */
type Damage = readonly [what: string, files: Readonly<Record<string, string>>, says: RegExp];

const NEEDS = (needs: string, rest = '"current_version": "1"') => ({
  "needs.json": `{${rest},\n"versions": {"1": {"needs": ${needs}}}}`,
});
const DOORSTOP = (item: string, settings = "settings:\n  prefix: REQ\n") => ({
  ".doorstop.yml": settings,
  "REQ1.yml": item,
  "REQ2.yml": "active: true\nlevel: 2\ntext: whole\n",
});
const SDOC = (text: string) => ({ "a.sdoc": `[DOCUMENT]\nTITLE: D\n\n${text}` });

const FEATURE = (text: string) => ({
  "a.feature": `Feature: F\n${text}`,
  "b.feature": "Feature: whole\n  Scenario: s\n    Given a\n",
});

const ROBOT = (text: string) => ({ "a.robot": text, "b.robot": "*** Test Cases ***\nWhole\n    Log    a\n" });

const JIRA = (issues: string) => ({ "a.json": `{"issues": [\n${issues}]}` });
const GITHUB = (fields: string) => ({ "a.json": `[\n{${fields}}]` });
const AZURE = (fields: string) => ({ "a.json": `{"value": [\n{${fields}}]}` });

const DAMAGES: Readonly<Record<string, readonly Damage[]>> = {
  gherkin: [
    [
      "words for a feature",
      { ...FEATURE(""), "a.feature": "just words\n" },
      /a.feature is no Gherkin; a.feature:1: expected: .*got 'just words'/,
    ],
    ["a feature twice", FEATURE("Scenario: s\nGiven a\nFeature: G\n"), /a.feature:4: expected: .*got 'Feature: G'/],
    [
      "a language that nobody speaks",
      { ...FEATURE(""), "a.feature": "# language: xx\nFeature: F\n" },
      /a.feature:1: Language not supported: xx/,
    ],
    [
      "a text that is never closed",
      FEATURE('Scenario: s\nGiven a\n"""\nhangs\n'),
      /a.feature:\d: unexpected end of file, expected: #DocStringSeparator/,
    ],
    [
      "rows of different lengths",
      FEATURE("Scenario: s\nGiven a\n| a | b |\n| c |\n"),
      /a.feature:5: inconsistent cell count within the table/,
    ],
    ["a tag with a blank in it", FEATURE("@a b\nScenario: s\n"), /a.feature:2: A tag may not contain whitespace/],
    ["tags above nothing", FEATURE("@a\n"), /a.feature:3: unexpected end of file, expected: #TagLine, #RuleLine/],
    [
      "examples above the steps",
      FEATURE("Scenario: s\nExamples:\n| a |\nGiven a\n"),
      /a.feature:5: expected: .*got 'Given a'/,
    ],
    ["two faults, both", FEATURE("Scenario: s\nGiven a\nnot a step\nnor this\n"), /a.feature:4: .*a.feature:5: /s],
    [
      "a login page",
      { ...FEATURE(""), "a.feature": "<html>\n<body>Sign in: please</body>\n" },
      /a.feature:1: expected: .*got '<html>'/,
    ],
  ],
  openfasttrace: [
    [
      "an id without its revision",
      { "a.md": "# T\n`req~a`\n" },
      /a.md:2: "`req~a`" is no id; expected type~name~revision/,
    ],
    [
      "a cover with a blank in it",
      { "a.md": "req~a~1\n\nCovers:\n* `feat~b ~1`\n" },
      /a.md:4: Covers: "`feat~b ~1`" names no id/,
    ],
    [
      "a dependency without its revision",
      { "a.rst": "req~a~1\n\nDepends:\n* req~b\n" },
      /a.rst:4: Depends: "req~b" names no id/,
    ],
    [
      "a cover of nothing",
      { "a.md": "req~a~1\n\nCovers:\n* feat~b~1\n" },
      /1 link ends at nothing .*a.md:1 "req~a~1" covers "feat~b~1"/,
    ],
    [
      "a dependency on nothing",
      { "a.md": "req~a~1\n\nDepends:\n* feat~b~1\n" },
      /1 link ends at nothing .*a.md:1 "req~a~1" depends "feat~b~1"/,
    ],
    [
      "a tag of nothing",
      { "a.py": "\n# [impl->req~gone~1]\n" },
      /1 link ends at nothing .*a.py:2 .* covers "req~gone~1"/,
    ],
    ["an old revision covered", { "a.md": "req~a~2\n", "b.c": "// [utest->req~a~1]\n" }, /b.c:1 .* covers "req~a~1"/],
    ["an item twice", { "a.md": "req~a~1\n", "b.md": "req~a~1\n" }, /b.md:1: req "req~a~1": the id is there twice/],
    [
      "an empty id in AsciiDoc",
      { "a.adoc": '\n[.specitem,oft-sid=""]\n--\nx\n--\n' },
      /a.adoc:2: oft-sid is ""; expected type~name~revision/,
    ],
    [
      "an id without its revision in AsciiDoc",
      { "a.adoc": '[.specitem,oft-sid="req~a"]\nx\n' },
      /a.adoc:1: oft-sid is "req~a"; expected type~name~revision/,
    ],
    [
      "an item forwarded from nothing",
      { "a.md": "dsn --> impl : req~gone~1\n" },
      /a.md:1 "dsn~gone~1" covers "req~gone~1"/,
    ],
  ],
  robot: [
    [
      "a section that nobody knows",
      ROBOT("*** Tets Cases ***\nA\n    Log    a\n"),
      /a.robot:1: there is no section "Tets Cases"; expected Settings, Variables, Test Cases/,
    ],
    [
      "a section in no language of Robot Framework",
      ROBOT("*** Probas ***\nA\n    Log    a\n"),
      /a.robot:1: there is no section "Probas"; .* in a language of Robot Framework/,
    ],
    [
      "a step above any name",
      ROBOT("*** Test Cases ***\n    Log    a\n"),
      /a.robot:2: a step stands before any name; expected the name of a test/,
    ],
    [
      "a step above any keyword",
      ROBOT("*** Keywords ***\n    Log    a\n"),
      /a.robot:2: .*expected the name of a keyword/,
    ],
    ["a task without a name", ROBOT("*** Tasks ***\n    Log    a\n"), /a.robot:2: .*expected the name of a task/],
    [
      "dots after nothing",
      ROBOT("*** Test Cases ***\n...    a\n"),
      /a.robot:2: there is no line above for ... to continue/,
    ],
    [
      "dots at the top of the settings",
      ROBOT("*** Settings ***\n...    a\n"),
      /a.robot:2: there is no line above for .../,
    ],
    ["two faults, both", ROBOT("*** Foo ***\n*** Test Cases ***\n    Log    a\n"), /a.robot:1: .*\n?.*a.robot:3: /s],
    [
      "bars around a nameless step",
      ROBOT("*** Test Cases ***\n|    | Log | a |\n"),
      /a.robot:2: a step stands before any name/,
    ],
    [
      "a name too long for an id",
      ROBOT(`*** Test Cases ***\n${"x".repeat(1200)}\n    Log    a\n`),
      /a.robot:2: test "a::x+...": the id is longer than 1000 bytes/,
    ],
  ],
  jira: [
    [
      "an export without issues",
      { "a.json": '{"total": 3}' },
      /a.json: the export: issues is missing; expected a list/,
    ],
    [
      "an error page of the server",
      { "a.json": '{"errorMessages": ["no such field"]}' },
      /a.json: the export: issues is missing/,
    ],
    ["an issue without a key", JIRA('{"fields": {}}'), /a.json:2: issue 1: key is missing; expected a text/],
    ["an issue without fields", JIRA('{"key": "AB-1"}'), /a.json:2: issue "AB-1": fields is missing/],
    [
      "an issue that is a text",
      JIRA('"AB-1"'),
      /a.json:2: issue 1: expected a mapping of keys to values, found "AB-1"/,
    ],
    [
      "a list for a summary",
      JIRA('{"key": "AB-1", "fields": {"summary": []}}'),
      /issue "AB-1": fields.summary expected .*found an empty list/,
    ],
    [
      "links that are no list",
      JIRA('{"key": "AB-1", "fields": {"issuelinks": {}}}'),
      /fields.issuelinks expected a list/,
    ],
    ["a parent without a key", JIRA('{"key": "AB-1", "fields": {"parent": {}}}'), /fields.parent.key is missing/],
    [
      "an issue twice",
      JIRA('{"key": "AB-1", "fields": {}},\n{"key": "AB-1", "fields": {}}'),
      /issue "AB-1": the id is there twice/,
    ],
    ["JSON that is cut off", { "a.json": '{"issues": [\n{"key": "AB-1"' }, /a.json:2: not JSON/],
    ["another XML", { "a.xml": "<html>\n</html>" }, /a.xml:1: the root element is html, expected rss/],
    [
      "an item without a key",
      { "a.xml": "<rss><channel>\n<item><summary>s</summary></item></channel></rss>" },
      /a.xml:2: item: key is missing; expected an element such as <key>/,
    ],
    [
      "a link without its end",
      {
        "a.xml":
          "<rss><channel><item><key>AB-1</key><issuelinks><issuelinktype><name>N</name><outwardlinks>\n<issuelink/></outwardlinks></issuelinktype></issuelinks></item></channel></rss>",
      },
      /a.xml:2: issuelink: issuekey is missing/,
    ],
  ],
  "github-issues": [
    ["no list", { "a.json": '{"message": "Bad credentials"}' }, /a.json: the export: expected a list, found a mapping/],
    [
      "an issue that is a number",
      { "a.json": "[\n7]" },
      /a.json:2: issue 1: expected a mapping of keys to values, found 7/,
    ],
    ["no number", GITHUB('"title": "t"'), /a.json:2: issue 1: number is missing; expected a/],
    ["a number of letters", GITHUB('"number": "seven", "title": "t"'), /number expected a number, found "seven"/],
    ["a number below one", GITHUB('"number": 0, "title": "t"'), /number expected more than 0, found 0/],
    ["half a number", GITHUB('"number": 1.5, "title": "t"'), /number expected a whole number, found 1.5/],
    ["no title", GITHUB('"number": 1'), /title is missing; expected a text/],
    ["a list for a body", GITHUB('"number": 1, "title": "t", "body": []'), /body expected .*found an empty list/],
    [
      "labels that are no list",
      GITHUB('"number": 1, "title": "t", "labels": "bug"'),
      /labels expected a list, found "bug"/,
    ],
    [
      "a number twice",
      { "a.json": '[{"number": 1, "title": "t"},\n{"number": 1, "title": "u"}]' },
      /a.json:2: issue "#1": the id is there twice/,
    ],
    ["a quote that is never closed", GITHUB('"number": 1, "title": "t'), /a.json:2: not JSON/],
  ],
  "azure-devops": [
    ["no list", { "a.json": '{"value": 3}' }, /a.json:1: work item 1: id is missing/],
    ["no number", AZURE('"fields": {"System.WorkItemType": "Bug"}'), /a.json:2: work item 1: id is missing/],
    [
      "a number of letters",
      AZURE('"id": "x", "fields": {"System.WorkItemType": "Bug"}'),
      /id expected a number, found "x"/,
    ],
    ["no fields", AZURE('"id": 1'), /work item 1: fields is missing/],
    ["no type", AZURE('"id": 1, "fields": {"System.Title": "t"}'), /fields.System.WorkItemType is missing/],
    [
      "relations that are no list",
      AZURE('"id": 1, "fields": {"System.WorkItemType": "Bug"}, "relations": 4'),
      /relations expected a list, found 4/,
    ],
    [
      "steps that are no XML",
      AZURE('"id": 1, "fields": {"System.WorkItemType": "Test Case", "Microsoft.VSTS.TCM.Steps": "<steps><step>"}'),
      /not well-formed XML/,
    ],
    [
      "no column for the number",
      { "a.csv": "Work Item Type,Title\nBug,b\n" },
      /a.csv:1: column "ID" is missing; found "Work Item Type", "Title"/,
    ],
    ["no column for the title", { "a.csv": "ID,Work Item Type\n1,Bug\n" }, /a.csv:1: column "Title" is missing/],
    [
      "a row with letters for a number",
      { "a.csv": "ID,Work Item Type,Title\nx,Bug,b\n" },
      /a.csv:2: ID is "x"; expected a number/,
    ],
    [
      "a row without a number",
      { "a.csv": "ID,Work Item Type,Title\n,Bug,b\n" },
      /a.csv:2: the row has no ID; expected a number/,
    ],
    [
      "a row without a type",
      { "a.csv": "ID,Work Item Type,Title\n1,,b\n" },
      /a.csv:2: work item 1: Work Item Type is empty; expected such as User Story/,
    ],
    [
      "a row without a title",
      { "a.csv": "ID,Work Item Type,Title\n1,Bug,\n" },
      /a.csv:2: work item 1: every column for a title is empty/,
    ],
  ],
  markdown: [
    ["a heading's id twice", { "a.md": "# REQ-1 a\n\n# REQ-1 b\n" }, /a.md:3: req "REQ-1": the id is there twice/],
    [
      "an id in two files",
      { "a.md": "- **REQ-1:** a\n", "b.md": "- **REQ-1:** b\n" },
      /b.md:1: req "REQ-1": the id is there twice/,
    ],
    [
      "an id twice in a table",
      { "a.md": "| Id | Text |\n|---|---|\n| REQ-1 | a |\n| REQ-1 | b |\n" },
      /a.md:4: req "REQ-1": the id is there twice/,
    ],
    [
      "an id as heading and as item",
      { "a.md": "# REQ-1 a\n\n- **REQ-1:** b\n" },
      /a.md:3: req "REQ-1": the id is there twice/,
    ],
    ["an id of a heading's own twice", { "a.md": "# a {#x1}\n\n# b {#x1}\n" }, /a.md:3: x "x1": the id is there twice/],
    ["an id too long", { "a.md": `# A-${"1".repeat(1100)} a\n` }, /a.md:1: .*the id is longer than 1000 bytes/],
    [
      "an id that says nothing",
      { "a.md": "- **REQ-1:** a\n- **REQ-2:** \n" },
      /a.md:2: "REQ-2" says nothing; expected a text/,
    ],
    [
      "a reference to nothing",
      { "a.md": "# REQ-1 a\n\nNeeds: REQ-7, see UTF-8\n" },
      /1 link ends at nothing .*a.md:1 "REQ-1" needs "REQ-7"/,
    ],
    [
      "an anchor that is not there",
      { "a.md": "# REQ-1 a\n\nas in [that](b.md#gone)\n", "b.md": "# There\n" },
      /1 link ends at nothing .*a.md:1 "REQ-1" mentions "b.md#gone"/,
    ],
    [
      "an address that is not encoded as one",
      { "a.md": "# REQ-1 a\n\nas in [that](#100%)\n" },
      /1 link ends at nothing .*mentions "a.md#100%"/,
    ],
    [
      "a code block that never ends",
      { "a.md": "# REQ-1 a\n\n```\nx\n\n# REQ-2 b\n" },
      /a.md:3: the code block never ends; expected ``` on a line below/,
    ],
    [
      "a comment that never ends",
      { "a.md": "# REQ-1 a\n\n<!-- later\n\n# REQ-2 b\n" },
      /a.md:3: the comment never ends; expected --> below/,
    ],
    [
      "a row with a cell too many",
      { "a.md": "| Id | Text |\n|---|---|\n| REQ-1 | a | b |\n| REQ-2 | c \\| d |\n" },
      /a.md:3: the row has 3 cells, expected 2 as in its header; a bar in a cell is written \\\|$/,
    ],
    [
      "a conflict of a merge, and a row too short: both",
      { "a.md": "# REQ-1 a\n\n<<<<<<< HEAD\n\n| Id | Text |\n|---|---|\n| REQ-2 |\n" },
      /a.md:3: a conflict of a merge is left in the text: <<<<<<<\na.md:7: the row has 1 cell, expected 2/,
    ],
  ],
  "sphinx-needs": [
    [
      "no versions",
      { "needs.json": '{"current_version": "1"}' },
      /needs.json: the file: versions is missing; expected a mapping/,
    ],
    [
      "a version that is not there",
      NEEDS("{}", '"current_version": "2"'),
      /current_version is "2", expected one of "1"/,
    ],
    [
      "no current version of several",
      { "needs.json": '{"versions": {"1": {"needs": {}}, "2": {"needs": {}}}}' },
      /current_version is missing, expected one of "1", "2"/,
    ],
    ["needs as a list", NEEDS("[]"), /versions.1.needs expected a mapping of keys to values, found an empty list/],
    [
      "a need without an id",
      NEEDS('{"A":\n{"type": "req"}}'),
      /needs.json:3: need "A": id is missing; expected a text/,
    ],
    ["a need without a type", NEEDS('{\n"A": {"id": "A"}}'), /need "A": type is missing/],
    [
      "a need that is a text",
      NEEDS('{\n"A": "lost"}'),
      /needs.json:3: need "A": expected a mapping of keys to values, found "lost"/,
    ],
    [
      "a list as title",
      NEEDS('{"A": {"id": "A", "type": "req", "title": []}}'),
      /need "A": title expected .*found an empty list/,
    ],
    [
      "an id twice",
      NEEDS('{"A": {"id": "X", "type": "req"}, "B": {"id": "X", "type": "req"}}'),
      /needs.json:2: req "X": the id is there twice/,
    ],
    ["an id of blanks", NEEDS('{"A": {"id": " ", "type": "req"}}'), /the id is empty/],
    ["a comma too much", NEEDS('{"A": {"id": "A", "type": "req",}}'), /needs.json:2: not JSON/],
    [
      "a link to nothing",
      NEEDS('{"A": {"id": "A", "type": "test", "links": ["B"]}}'),
      /1 link ends at nothing .*needs.json:2 "A" links "B"/,
    ],
  ],
  doorstop: [
    [
      "no prefix",
      DOORSTOP("active: true\nlevel: 1\n", "settings:\n  digits: 3\n"),
      /.doorstop.yml:1: settings.prefix: is empty; expected what the ids/,
    ],
    ["no settings", DOORSTOP("active: true\nlevel: 1\n", "digits: 3\n"), /.doorstop.yml:1: settings: is missing/],
    [
      "an unknown item format",
      DOORSTOP("active: true\nlevel: 1\n", "settings:\n  prefix: REQ\n  itemformat: toml\n"),
      /.doorstop.yml:3: settings.itemformat: expected yaml or markdown, found "toml"/,
    ],
    [
      "an item that is no mapping",
      DOORSTOP("- a\n- b\n"),
      /REQ1.yml:1: expected a mapping of keys to values, found a list/,
    ],
    ["an item that is empty", DOORSTOP(""), /REQ1.yml:1: expected a mapping/],
    [
      "a word for yes or no",
      DOORSTOP("active: maybe\nlevel: 1\n"),
      /REQ1.yml:1: active: expected true or false, found "maybe"/,
    ],
    [
      "links that are no list",
      DOORSTOP("active: true\nlevel: 1\nlinks: REQ2\n"),
      /REQ1.yml:3: links: expected a list, found "REQ2"/,
    ],
    ["a list as text", DOORSTOP("active: true\nlevel: 1\ntext: [a]\n"), /REQ1.yml:3: text: expected .*found a list/],
    ["an open bracket", DOORSTOP("active: true\nlinks: [a\ntext: b\n"), /REQ1.yml is not valid YAML; REQ1.yml:\d/],
    [
      "two keys of one name",
      DOORSTOP("active: true\nlevel: 1\nlevel: 2\n"),
      /REQ1.yml is not valid YAML; REQ1.yml:3: .*level stands there twice/,
    ],
    [
      "an id in two folders",
      { ...DOORSTOP("active: true\nlevel: 1\ntext: a\n"), "more/REQ1.yml": "active: true\nlevel: 1\n" },
      /REQ1.yml: REQ "REQ1": the id is there twice/,
    ],
    [
      "a link to nothing",
      DOORSTOP("active: true\nlevel: 1\nlinks:\n- REQ9: abc\n"),
      /1 link ends at nothing .*REQ1.yml "REQ1" links "REQ9"/,
    ],
  ],
  strictdoc: [
    ["no document", { "a.sdoc": "UID: A\n" }, /a.sdoc:1: "UID: A" stands before any node; expected \[DOCUMENT\]/],
    ["nothing at all", { "a.sdoc": "\n" }, /a.sdoc:1: there is no node; expected \[DOCUMENT\]/],
    [
      "a text that is never closed",
      SDOC("[REQUIREMENT]\nUID: A\nSTATEMENT: >>>\nhangs\n"),
      /a.sdoc:6: STATEMENT is never closed; expected a line <<< after it/,
    ],
    ["a section that is never closed", SDOC("[[SECTION]]\nTITLE: S\n"), /a.sdoc:4: \[\[SECTION\]\] is never closed/],
    ["a section closed twice", SDOC("[[/SECTION]]\n"), /a.sdoc:4: \[\[\/SECTION\]\] closes nothing that is open/],
    [
      "sections closed crosswise",
      SDOC("[[SECTION]]\nTITLE: S\n[[PART]]\nTITLE: P\n[[/SECTION]]\n[[/PART]]\n"),
      /closes \[\[PART\]\] of line 6/,
    ],
    [
      "a line that is no field",
      SDOC("[REQUIREMENT]\nUID: A\njust words\n"),
      /a.sdoc:6: "just words" is no field; expected NAME: value/,
    ],
    [
      "a relation without a type",
      SDOC("[REQUIREMENT]\nUID: A\nRELATIONS:\n  VALUE: B\n"),
      /a.sdoc:7: .* is no relation; expected - TYPE: and VALUE:/,
    ],
    ["an id twice", SDOC("[REQUIREMENT]\nUID: A\n\n[REQUIREMENT]\nUID: A\n"), /REQUIREMENT "A": the id is there twice/],
    [
      "a relation to nothing",
      SDOC("[TEST]\nUID: A\nRELATIONS:\n- TYPE: Parent\n  VALUE: B\n"),
      /1 link ends at nothing .*a.sdoc:7 "A" Parent "B"/,
    ],
    [
      "an export without documents",
      { "a.json": '{"DOCUMENTS": 3}' },
      /a.json: the export: DOCUMENTS expected a list, found 3/,
    ],
    [
      "an export with a list as title",
      { "a.json": '{"DOCUMENTS": [\n{"_NODE_TYPE": "DOCUMENT", "TITLE": []}]}' },
      /a.json:2: node: TITLE expected/,
    ],
  ],
};

describe.each(Object.entries(DAMAGES))("%s", (format, damages) => {
  it.each(nonEmpty(damages))("names the place of %s, with what was expected and found", async (_, files, says) => {
    expect(await saidOf(files, format)).toMatch(says);
  });
});

/** All that an import says: refusal, faulty records, broken files, notes. */
async function saidOf(files: Readonly<Record<string, string>>, format: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-damaged-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const problems = new Problems();
  const broken: string[] = [];
  const source = await openSource(folder);
  try {
    const content = await chooseAdapter(source, format).adapter.read(source, { problems, broken, columns: {} });
    const { notes } = checkContent(content, problems);
    return [...problems.list(), ...broken, ...content.notes, ...notes].join("\n");
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [error.message, ...error.problems].join("\n");
  }
}
