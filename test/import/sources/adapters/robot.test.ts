import { join } from "node:path";
import { expect, it } from "vitest";
import { Problems } from "../../../../import/folder/problems.ts";
import { chooseAdapter } from "../../../../import/sources/choose-adapter.ts";
import { memoryFile } from "../../../../import/sources/files.ts";
import { readPath } from "../read-fixture.ts";

async function read(files: Readonly<Record<string, string>>) {
  const sources = Object.entries(files).map(([name, text]) => memoryFile(name, Buffer.from(text)));
  const source = { path: "x", name: "x", isFolder: true, files: sources };
  const problems = new Problems();
  const content = await chooseAdapter(source, "robot").adapter.read(source, { problems, broken: [], columns: {} });
  return { ...content, problems: problems.list() };
}

// Counted by TestSuite.from_file_system of robotframework 7.5; so were the other languages, 26 of 26 equal.
it.each([
  ["de", "Einstellungen|Testmarker|Testfälle|Marker|Dokumentation|Schlüsselwörter"],
  ["fr", "Paramètres|Étiquette de test|Cas de test|Étiquette|Documentation|Mots-clés"],
  ["ja", "設定|テスト タグ|テスト ケース|タグ|ドキュメント|キーワード"],
])("reads suites in %s", async (code, words) => {
  const [settings, testTags, tests, tags, documentation, keywords] = words.split("|");
  const text = `Language: ${code}\n\n*** ${settings} ***\n${testTags}    REQ-1\n\n*** ${tests} ***\nFirst\n    [${tags}]    REQ-2\n    [${documentation}]    of first\n    Log    a\n\n*** ${keywords} ***\nOwn\n    Log    c\n`;
  const { artifacts, links, problems } = await read({ "a.robot": text });
  expect(problems).toEqual([]);
  expect(artifacts.map(({ type }) => type).slice(0, 3)).toEqual(["suite", "test", "keyword"]);
  expect(artifacts[1]?.text).toBe("First\nof first\nLog    a");
  expect(links.map(({ targetId }) => targetId)).toEqual(["REQ-1", "REQ-2"]);
});

it("gives a test of an output the outcome that Robot Framework counts: a failed tear-down of its suite is its own", async () => {
  const path = join(import.meta.dirname, "../../../input/formats/robot/made-robot-output.xml");
  const { artifacts, adapter } = await readPath(path);
  expect(adapter).toBe("robot");
  const outcomes = artifacts.filter(({ type }) => type === "test").map(({ id, meta }) => [id, meta.last_outcome]);
  expect(outcomes).toEqual([
    ["Sample.Child.Inner.Inner Passes", "PASS"],
    ["Sample.Suite.Passes", "FAIL"],
    ["Sample.Suite.Fails With Markup", "FAIL"],
    ["Sample.Suite.Skipped", "SKIP"],
  ]);
});

it("leaves out the output beside its suites, and takes the last of several outputs", async () => {
  const output = (status: string) =>
    `<robot><suite name="S"><test name="T"><kw name="Log"><arg>a</arg></kw><status status="${status}"/></test></suite></robot>`;
  const beside = await read({ "a.robot": "*** Test Cases ***\nT\n    Log    a\n", "output.xml": output("PASS") });
  expect([beside.counts.tests, beside.notes[0]]).toEqual([1, expect.stringContaining("output.xml tells of runs")]);
  const { artifacts, notes } = await read({ "1.xml": output("PASS"), "2.xml": output("FAIL") });
  expect(artifacts.map(({ id, meta }) => [id, meta.last_outcome])).toEqual([
    ["S", undefined],
    ["S.T", "FAIL"],
  ]);
  expect(notes).toEqual([expect.stringContaining("the last counts")]);
});

it("tells of rows among the settings that are none, such as keywords without their section", async () => {
  const text =
    "*** Settings ***\nDocumentation\nTest Tags\nOpen The Door\n    Log    a\n\n*** Test Cases ***\nT\n    [Tags]\n    Log    b\n";
  expect((await read({ "a.robot": text })).problems).toEqual([
    'a.robot:4: there is no setting "Open The Door", and it has no value',
  ]);
});

it("tells of rows among the variables that are none", async () => {
  const text =
    "*** Variables ***\n@{A}    1\n&{B}=    c=2\n...    3\nDocumentation    lost\n\n*** Test Cases ***\nT\n    Log    b\n";
  expect((await read({ "a.robot": text })).problems).toEqual([
    expect.stringMatching(/^a\.robot:5: "Documentation" is no name of a variable/),
  ]);
});

it("counts the rows above the first section, which are no test's", async () => {
  const { notes } = await read({
    "a.robot": "Language: de\n# a comment\nFirst\n    Log    a\n\n*** Test Cases ***\nSecond\n    Log    b\n",
  });
  expect(notes).toEqual(["2 lines above the first section left out: a.robot"]);
});

it("tells of a line that begins with * and names no section: what follows would be of the section before", async () => {
  const { problems } = await read({
    "a.robot": "*** Variables ***\n@{known}    1\n**x* Test Cases ***\nLost\n    Log    a\n",
  });
  expect(problems).toEqual([
    expect.stringMatching(/^a\.robot:3: it begins with \* and names no section/),
    expect.stringMatching(/^a\.robot:4: "Lost" is no name/),
  ]);
});
