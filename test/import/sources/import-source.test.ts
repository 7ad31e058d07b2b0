import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { readCorpusFolder } from "../../../import/folder/jsonl.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";
import { importSource } from "../../../import/sources/import-source.ts";
import { SOURCE_ADAPTERS } from "../../../import/sources/registry.ts";
import { corpusFolder, REQUIREMENT_LINE, TEST_LINE } from "../corpus-folder.ts";
import { HOSTILE_IDS, HOSTILE_TITLES } from "../hostile/hostile-corpus.ts";
import { fixture, tempFile } from "./read-fixture.ts";

it("writes any format as a corpus folder that reads back to the same hash", async () => {
  for (const [name, options] of [
    ["small.reqif", { maxFaulty: 0.5 }],
    ["beir", {}],
    ["junit", {}],
    ["testlink.xml", {}],
    ["tests.csv", { mapping: ["Short text=title", "tests=test_case"] }],
  ] as const) {
    const { corpus } = await importSource(fixture(name), options);
    const folder = join(dirname(await tempFile("x", "")), "corpus");
    await writeCorpusFolder(corpus, folder);
    expect((await readCorpusFolder(folder)).hash, name).toBe(corpus.hash);
  }
});

it("refuses above 1 % of faulty records with all of them, and leaves them out where the user allows", async () => {
  const problem = `small.reqif:23: the relation's target is "_9", which is not there`;
  await expect(importSource(fixture("small.reqif"))).rejects.toMatchObject({ problems: [problem] });
  const { corpus, problems } = await importSource(fixture("small.reqif"), { maxFaulty: 0.5 });
  expect(problems).toEqual([problem]);
  expect(corpus.notes).toContain("1 of 7 records are faulty and are left out");
});

it("is strict with the project's own format unless told otherwise", async () => {
  const folder = await corpusFolder({
    artifacts: [TEST_LINE, REQUIREMENT_LINE, { id: "X" }],
    links: "source_id,target_id,kind\nX,T-1,verified-by\nR-1,T-1,verified-by\n",
  });
  await expect(importSource(folder)).rejects.toThrow("is not a valid corpus");
  const { corpus, problems } = await importSource(folder, { maxFaulty: 1 });
  expect(corpus.artifacts.map(({ id }) => id)).toEqual(["R-1", "T-1"]);
  expect(corpus.links).toHaveLength(1);
  expect(problems.every((line) => line.startsWith("artifacts.jsonl:3: "))).toBe(true);
});

it("takes roles from name=role pairs: columns, types and link kinds, with everything that is wrong at once", async () => {
  const { corpus } = await importSource(fixture("small.reqif"), {
    maxFaulty: 1,
    mapping: ["Requirement=test_case", "Test Case=backlog_item", "verifies=reference:inverse"],
  });
  expect(corpus.mapping.artifactTypes).toMatchObject({
    Requirement: { role: "test_case" },
    "Test Case": { role: "backlog_item", subtype: "test_case" },
  });
  expect(corpus.mapping.linkKinds.verifies).toEqual({ role: "reference", inverse: true });
  await expect(importSource(fixture("small.reqif"), { mapping: ["a", "b=nothing"] })).rejects.toMatchObject({
    problems: ['"a" is not name=role', '"b=nothing" is not name=role'],
  });
  await expect(importSource(fixture("small.reqif"), { maxFaulty: 1, mapping: ["Nope=test_case"] })).rejects.toThrow(
    'no artifact has the type "Nope"',
  );
});

it("refuses a link kind that no link has", async () => {
  await expect(
    importSource(fixture("small.reqif"), { maxFaulty: 1, mapping: ["verifis=reference"] }),
  ).rejects.toMatchObject({ message: 'no link has the kind "verifis"', hint: 'there are "contains", "verifies"' });
});

it("names every known format when it recognises none, and refuses what holds nothing to search", async () => {
  const error = await importSource(await tempFile("a.bin", new Uint8Array([0, 1, 2]))).catch((caught) => caught);
  expect(error.message).toContain("no format is recognised");
  expect(error.problems).toHaveLength(SOURCE_ADAPTERS.length);
  await expect(importSource(await tempFile("qrels.txt", "1 0 a 1\n"))).rejects.toMatchObject({
    problems: [expect.stringContaining("1 judgements")],
  });
  const empty = join(dirname(await tempFile("x", "")), "empty");
  await mkdir(empty);
  await expect(importSource(empty)).rejects.toThrow("is empty");
  await expect(importSource(empty, { format: "nope" })).rejects.toThrow('there is no format "nope"');
});

it("keeps hostile ids and titles through a table, and reports the impossible ones with their line", async () => {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const good = HOSTILE_IDS.filter((id) => !/[\t\u2028]/.test(id));
  const rows = [...good, " \u0000", "half \ufffd"].map((id, at) =>
    [id, HOSTILE_TITLES[at % HOSTILE_TITLES.length] as string, "test"].map(cell).join(","),
  );
  const path = await tempFile("a.csv", `id,title,type\n${rows.join("\n")}\n`);
  const { corpus, problems } = await importSource(path, { maxFaulty: 0.1 });
  const ids = new Set(corpus.artifacts.map(({ id }) => id));
  expect(good.filter((id) => !ids.has(id))).toEqual([]);
  expect(corpus.artifacts.find(({ id }) => id === good[2])?.title).toBe(HOSTILE_TITLES[2]);
  expect(problems).toEqual([expect.stringContaining("NUL character")]);
});

it("takes no blank of any kind for a value, and no word for nothing for a requirement", async () => {
  const rows = [
    "T-1,one,N/A",
    "T-2,two,\u200b",
    "\u00a0,\u3000,\u200b",
    "T-3,three,R-1; -; n/a",
    '"\u200b","\u00a0",NaN',
  ];
  const path = await tempFile("a.csv", `id,title,requirement\n${rows.join("\n")}\n`);
  const { corpus, problems } = await importSource(path, { mapping: ["row=test_case"] });
  expect([corpus.artifacts.map(({ id }) => id).sort(), problems]).toEqual([["R-1", "T-1", "T-2", "T-3"], []]);
});

it("refuses judgements without a number: null is no grade 0, and does not make a run of the file", async () => {
  const qrels = await tempFile("qrels.json", '{"q1":{"d1":1,"d2":null}}');
  await expect(importSource(qrels)).rejects.toMatchObject({ message: expect.stringContaining("1 of 2 judgements") });
});

it("refuses signs in XML that XML has none of, with the line", async () => {
  const path = await tempFile("a.xml", '<testsuites>\n<testsuite name="a&#0;b"/></testsuites>');
  await expect(importSource(path)).rejects.toThrow("a.xml:2: not well-formed XML");
});
