import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { importSource } from "../../../../import/sources/import-source.ts";

const RADIO = "class Radio:\n  def send(self):\n    pass\ndef tune():\n  pass\n";
const spec = "<html><body><h1>Radio</h1><p>REQ-1: It shall send.</p></body></html>";

async function importFiles(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "joined-"));
  for (const [name, text] of Object.entries({ "spec.html": spec, "radio.py": RADIO, ...files }))
    await writeFile(join(folder, name), text);
  const { corpus } = await importSource(folder);
  return {
    tests: corpus.artifacts.filter(({ type }) => corpus.mapping.artifactTypes[type]?.role === "test_case"),
    links: corpus.links.map(({ sourceId, kind, targetId }) => {
      const role = corpus.mapping.linkKinds[kind]?.role ?? "none";
      return `${sourceId} ${role} ${targetId}`;
    }),
  };
}

const report = (cases: string) => `<testsuite name="s" timestamp="2026-03-01T10:00:00">${cases}</testsuite>`;
const requires = '<properties><property name="requirement" value="REQ-1"/></properties>';

/** As pytest, JUnit 5, GoogleTest and vitest name in their reports what their sources hold. */
const RUNNERS: readonly (readonly [file: string, source: string, run: string, ids: readonly string[]])[] = [
  [
    "test_radio.py",
    "class TestRadio:\n  def test_send(self):\n    r = Radio()\n    r.send()\nclass TestOther:\n  def test_send(self):\n    tune()\n",
    `<testcase classname="test_radio.TestRadio" name="test_send[1-a]">${requires}</testcase><testcase classname="test_radio.TestRadio" name="test_send[2-b]"><failure/></testcase>`,
    ["test_radio.TestRadio::test_send[1-a]", "test_radio.TestRadio::test_send[2-b]"],
  ],
  [
    "RadioTest.java",
    "class RadioTest { @Test void send() { Radio r = new Radio(); r.send(); } }\n",
    `<testcase classname="org.radio.RadioTest" name="send()">${requires}</testcase>`,
    ["org.radio.RadioTest::send()"],
  ],
  [
    "radio_test.cc",
    "TEST(RadioTest, Send) { Radio r; r.send(); }\n",
    `<testcase classname="RadioTest" name="Send/0">${requires}</testcase>`,
    ["RadioTest::Send/0"],
  ],
  [
    "radio.test.ts",
    'describe("Radio", () => { it("sends", () => { const r = new Radio(); r.send(); }); });\n',
    `<testcase classname="radio.test.ts" name="Radio &gt; sends">${requires}</testcase>`,
    ["radio.test.ts::Radio > sends"],
  ],
];

it.each(RUNNERS)("makes one test of its run and its source in %s", async (file, source, run, ids) => {
  const { tests, links } = await importFiles({ [file]: source, "run.xml": report(run) });
  expect(tests.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
  expect(tests).toHaveLength(ids.length + (file === "test_radio.py" ? 1 : 0));
  expect(ids.filter((id) => links.includes(`${id} message_coverage radio.py::Radio.send`))).toEqual(ids);
  expect(ids.filter((id) => links.includes(`${id} protocol_coverage radio.py::Radio`))).toEqual(ids);
  expect(links.filter((link) => link.endsWith(" reference REQ-1"))).toEqual([`${ids[0]} reference REQ-1`]);
  const [first] = tests.filter(({ id }) => id === ids[0]);
  expect(first?.meta).toMatchObject({ runs: 1, last_outcome: "PASS", file });
  expect(first?.text).toContain("send");
});

it("leaves a run alone that two tests of the code may be, and gives no role to what is only possible", async () => {
  const { tests, links } = await importFiles({
    "test_a.py": "def test_send():\n  other.send()\n",
    "test_b.py": "def test_send():\n  tune()\n",
    "run.xml": report(`<testcase classname="suite" name="test_send">${requires}</testcase>`),
  });
  expect(tests.map(({ id }) => id).sort()).toEqual([
    "suite::test_send",
    "test_a.py::test_send",
    "test_b.py::test_send",
  ]);
  expect(links).toEqual(
    expect.arrayContaining([
      "test_a.py::test_send none radio.py::Radio.send",
      "test_b.py::test_send message_coverage radio.py::tune",
    ]),
  );
});
