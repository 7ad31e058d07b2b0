import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { scenariosFromRetrieval } from "../../../../scenarios/from-retrieval.ts";
import { scenarioSetSchema } from "../../../../scenarios/set/schema.ts";
import { fixture, readPath, tempFile } from "../read-fixture.ts";

it("reads a BEIR folder: documents are what is searched for, queries and judgements become scenarios with grades", async () => {
  const { adapter, artifacts, retrieval, counts } = await readPath(fixture("beir"));
  expect(adapter).toBe("beir");
  expect(artifacts.map(({ id, type, title }) => `${type} ${id} ${title}`)).toEqual([
    "document doc/1 Kettle",
    "document doc/2 The lamp dims when nobody is near.",
    "document doc/3 Door",
  ]);
  expect(counts).toMatchObject({ documents: 3, queries: 3, judgements: 5, relevant: 4 });
  const titles = new Map(artifacts.map(({ id, title }) => [id, title]));
  const { set, notes } = scenariosFromRetrieval(retrieval!, { corpus: "beir", titles });
  expect(scenarioSetSchema.parse(set)).toEqual(set);
  expect(set?.scenarios).toMatchObject([
    {
      id: "S001-q____1",
      family: "search",
      complexity: "single_hop",
      turns: ["how long until the water is hot"],
      expected_ids: ["doc/1"],
      grades: { "doc/1": 2 },
      expected_entities: ["three minutes"],
    },
    {
      id: "S002-q____2",
      complexity: "multi_hop",
      turns: ["what happens at night?", "and with the lamp?"],
      expected_ids: ["doc/2", "doc/3"],
    },
  ]);
  expect(notes).toEqual([
    "1 query has no judgement and is left out",
    "1 relevant document is not in the corpus and is not expected",
  ]);
});

it("reads a TREC folder: unclosed topics, labels, sub-topics by the highest grade; a document without id is reported", async () => {
  const { adapter, artifacts, retrieval, problems } = await readPath(fixture("trec"));
  expect(adapter).toBe("trec");
  expect(artifacts).toEqual([
    { id: "D-1", type: "document", title: "Rain at noon", text: "It rains in the north.", meta: {} },
  ]);
  expect(retrieval?.queries).toEqual([{ id: "007", text: "rain\nWhere does it rain?", answer: null }]);
  expect(problems).toEqual(["docs.sgml:8: a document without <DOCNO>...</DOCNO>, or without text"]);
  const { set } = scenariosFromRetrieval(retrieval!, { corpus: "c", titles: new Map([["D-1", "Rain"]]) });
  expect(set?.scenarios[0]?.grades).toEqual({ "D-1": 2 });
});

it("reports judgements with the line of each fault: columns, and grades that are not whole", async () => {
  const { problems } = await readPath(await tempFile("qrels.txt", "1 0 a 1\n1 0 b 0.5\n1 0 c d e 1\n"));
  expect(problems).toEqual([
    'qrels.txt:2: the grade is "0.5", expected a whole number',
    "qrels.txt:3: 6 columns, expected 3 or 4",
  ]);
});

it("keeps blanks in ids where a header says that tabs separate", async () => {
  const { retrieval } = await readPath(await tempFile("qrels.tsv", "query-id\tcorpus-id\tscore\nq 1\td 1\t1\n"));
  expect(retrieval?.judgements).toMatchObject([{ queryId: "q 1", documentId: "d 1", grade: 1 }]);
});

it("reads a SMART collection: sections, judgements without grades, and queries that are judged by their place", async () => {
  const documents = await tempFile(
    "cran.all.1400",
    ".I 1\n.T\nslipstream of a\nwing\n.A\nbrenckman,m.\n.W\nan experimental study\n\nof a wing .\n.I 2\n.T\n.A\n.W\nshear flow\n.X\n1\t5\t1\n",
  );
  const folder = dirname(documents);
  await writeFile(join(folder, "cran.qry"), ".I 001\n.W\nwhat of wings .\n.I 004\n.W\nwhat of\nflow .\n");
  await writeFile(join(folder, "cranqrel.rel"), "     1      1\t0\t0.000000\n     2      2\t0\t0.000000\n");
  const { adapter, artifacts, retrieval, problems, notes } = await readPath(folder);
  expect(adapter).toBe("trec");
  expect(problems).toEqual([]);
  expect(artifacts.map(({ id, title, text, meta }) => [id, title, text, meta])).toEqual([
    ["1", "slipstream of a wing", "an experimental study\nof a wing .", { author: "brenckman,m." }],
    ["2", "shear flow", "shear flow", {}],
  ]);
  expect(retrieval?.queries.map(({ id, text }) => [id, text])).toEqual([
    ["001", "what of wings ."],
    ["004", "what of flow ."],
  ]);
  expect(retrieval?.judgements.map(({ queryId, documentId, grade }) => [queryId, documentId, grade])).toEqual([
    ["001", "1", 1],
    ["004", "2", 1],
  ]);
  expect(notes.join()).toMatch(/read by place/);
});

it("names members of BEIR's documents that are left out: a misspelt text would be gone", async () => {
  const lines = ['{"_id": "a", "title": "one", "texts": "lost"}', '{"_id": "b", "text": "two", "url": "x"}'].join("\n");
  const { notes } = await readPath(await tempFile("corpus.jsonl", lines), { format: "beir" });
  expect(notes).toContain('members of documents left out: "texts" (1), "url" (1)');
});
