import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Problems } from "../../../import/folder/problems.ts";
import { type Candidate, chooseAdapter } from "../../../import/sources/choose-adapter.ts";
import { openSource } from "../../../import/sources/files.ts";
import { importSource } from "../../../import/sources/import-source.ts";

async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-choose-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const REPORT = '<testsuites><testsuite name="s"><testcase classname="c" name="n"/></testsuite></testsuites>';
const REST = { "conf.rst": "Needs", "a/impl.rst": "Needs, too", "b.yaml": "a: 1", "c.yaml": "a: 2" };

it.each([
  ["gherkin", { "a.feature": "Feature: door locks\n\n  Scenario: a b\n", "b.feature": "Feature: three words\n" }],
  ["sphinx-needs", { "needs.json": '{"current_version": "1", "versions": {}}', "conf.py": "Needs" }],
  ["doorstop", { "r/.doorstop.yml": "settings:\n  prefix: REQ\n", "r/REQ1.yml": "active: true\n", "src/a.py": "" }],
  [
    "openfasttrace",
    {
      "doc/spec.md": "# A\n`req~a~1`\n",
      "src/a.java": "// [impl->req~a~1]\n",
      "src/b.java": "class B {}",
      "pom.xml": "<project/>",
    },
  ],
  [
    "robot",
    {
      "a.robot": "*** Settings ***\nLibrary    Process\n",
      "b.robot": "*** Test Cases ***\n",
      "lib.py": "",
      "c.yaml": "a: 1",
    },
  ],
  ["strictdoc", { "a.sdoc": "[DOCUMENT]\nTITLE: A\n", "a.sgra": "[GRAMMAR]\n", "strictdoc.toml": "[project]\n" }],
])("takes a folder of %s for what it is", async (format, files) => {
  expect(chooseAdapter(await openSource(await folderOf(files))).adapter.name).toBe(format);
});

it.each([["prose of three or four words a line", { "a.txt": "Chapter about doors 1\nand then some more\n" }]])(
  "takes no %s for anything else",
  async (_, files) => {
    const source = await openSource(await folderOf(files));
    expect(() => chooseAdapter(source)).toThrow("no format is recognised");
  },
);

it("says how to build needs that are there as sources only", async () => {
  const path = await folderOf({
    "a.rst": ".. req:: A\n   :id: R_1\n",
    "b.rst": "B\n==\n",
    "ut.xml": REPORT,
    "conf.py": "",
  });
  await expect(importSource(path, { format: "sphinx-needs" })).rejects.toMatchObject({
    message: expect.stringContaining("holds sources of sphinx-needs (1 file), and no needs.json"),
    hint: expect.stringContaining("sphinx-build -b needs"),
  });
});

it("does not take a folder for what two of its files are, and says how to take those", async () => {
  const path = await folderOf({ ...REST, "ut.xml": REPORT, "README.md": "#" });
  await expect(importSource(path)).rejects.toMatchObject({
    problems: ["junit (1 of 5 files: the root element is testsuites, with cases as JUnit writes them)"],
    hint: expect.stringContaining("--format junit"),
  });
  expect((await importSource(path, { format: "junit" })).corpus.artifacts).toHaveLength(1);
});

it("numbers records without ids through all tables, so that none is there twice", async () => {
  const path = await folderOf({ "a.csv": "title,note\na,x\nb,y\n", "b.csv": "title,note\nc,z\n" });
  const { corpus, problems } = await importSource(path, { mapping: ["row=test_case"] });
  expect([corpus.artifacts.map(({ id }) => id), problems]).toEqual([["row-1", "row-2", "row-3"], []]);
});

it("weighs all files, and names the runners-up", async () => {
  const path = await folderOf({ "a.xml": REPORT, "b.xml": REPORT, LICENSE: "x", "more.csv": "one,two\n1,a\n" });
  const { format, why, others } = await importSource(path);
  expect([format, why.slice(0, 12)]).toEqual(["junit", "2 of 3 files"]);
  expect(others).toEqual(["table (1 of 3 files: more.csv is a table)"]);
});

const PROTECTED = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]);

it("reads a folder of several formats as one corpus: what one names, another describes, in any spelling", async () => {
  const need = (id: string, type: string) => `"${id}": {"id": "${id}", "type": "${type}", "title": "of ${id}"}`;
  const path = await folderOf({
    "needs.json": `{"current_version": "1", "versions": {"1": {"needs": {${need("REQ-LOG-1", "req")}, ${need("REQ-2", "req")}}}}}`,
    "report.xml": REPORT.replace(
      "/></t",
      '><properties><property name="requirement" value="REQ-2"/></properties></testcase></t',
    ),
    "tests.csv": "id,title,type,requirement\nT-1,by hand,test,REQ-9\n",
    "a.feature": "Feature: F\n  @req_log_1\n  Scenario: S\n    Given a\n",
    "locked.xlsx": PROTECTED,
    "README.md": "#",
  });
  const { format, why, broken, corpus, problems } = await importSource(path);
  expect(format).toBe("gherkin + table + sphinx-needs + junit");
  expect(why).toContain("sphinx-needs (1 file: it holds versions of needs, as sphinx-needs writes them)");
  expect([broken.length, problems]).toEqual([1, []]);
  expect(corpus.artifacts.filter(({ meta }) => meta.named_only).map(({ id }) => id)).toEqual(["REQ-9"]);
  expect(corpus.links.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`)).toEqual(
    expect.arrayContaining(["a::S REQ-LOG-1", "c::n REQ-2", "T-1 REQ-9"]),
  );
  expect(corpus.notes.filter((note) => note.includes("only named")).map((note) => note[0])).toEqual(["1"]);
  expect((await importSource(path, { format: "junit" })).format).toBe("junit");
});

it("goes on where a whole format of several cannot be read, and refuses where none can", async () => {
  const files = { "a.xml": REPORT, "locked.xlsx": PROTECTED };
  expect((await importSource(await folderOf(files))).broken[0]).toContain("locked.xlsx");
  await expect(importSource(await folderOf({ ...files, "a.xml": REPORT.slice(0, 80) }))).rejects.toMatchObject({
    problems: [expect.stringContaining("a.xml:1"), expect.stringContaining("locked.xlsx")],
  });
});

it("asks between two that are close, and refuses with both flags where nobody can be asked", async () => {
  const path = await folderOf({ "docs.tsv": "id\ttext\nD-1\tthe text of it\n" });
  await expect(importSource(path)).rejects.toMatchObject({ hint: "say which: --format trec, or --format table" });
  const chooseFormat = async (candidates: readonly Candidate[]) => candidates[0]?.adapter.name ?? "";
  expect((await importSource(path, { chooseFormat })).format).toBe("trec");
});

it("goes on without the files that cannot be read at all, names them, and takes nothing of them", async () => {
  const tables = await folderOf({
    "a.csv": "id,title,type\nT-1,a,test\n",
    "b.xlsx": PROTECTED,
    "c.csv": 'id,title\n1,"open\n',
  });
  const { corpus, broken } = await importSource(tables);
  expect(corpus.artifacts.map(({ id }) => id)).toEqual(["T-1"]);
  expect(broken.map((line) => line.slice(0, 6))).toEqual(["b.xlsx", "c.csv:"]);
  expect(corpus.notes).toContain("2 files cannot be read and are left out");
  const reports = await folderOf({
    "a.xml": REPORT,
    "b.xml": REPORT.slice(0, 80),
    "c.xml": REPORT.replace("n", "\u0001"),
  });
  expect((await importSource(reports)).broken).toHaveLength(2);
});

it.each([
  ["a.csv", "utf-16le", "id,title,type\nT-1,Tür,test\n"],
  ["a.csv", "windows-1252", "id,title,type\nT-1,Tür,test\n"],
  ["topics.tsv", "windows-1252", "1\tTür\n"],
  ["docs.tsv", "windows-1252", "D-1\tTür\n"],
  ["corpus.jsonl", "utf-16le", '{"_id": "D-1", "title": "Tür", "text": "auf"}\n'],
])("reads %s as %s when told so, without being told the format", async (name, encoding, text) => {
  const bytes = Buffer.from(text, encoding === "utf-16le" ? "utf16le" : "latin1");
  const source = await openSource(join(await folderOf({ [name]: bytes }), name), { encoding });
  const { adapter } = chooseAdapter(source);
  const content = await adapter.read(source, { problems: new Problems(), broken: [], columns: {} });
  expect(JSON.stringify([content.artifacts, content.retrieval])).toContain("Tür");
});

it("refuses an encoding that nobody knows, and one for the project's own format", async () => {
  const path = await folderOf({ "artifacts.jsonl": "{}\n" });
  await expect(importSource(path, { encoding: "klingon" })).rejects.toThrow('unknown encoding "klingon"');
  await expect(importSource(path, { encoding: "gbk" })).rejects.toThrow("UTF-8 always");
});
