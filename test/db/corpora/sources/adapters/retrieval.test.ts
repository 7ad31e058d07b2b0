import { expect, it } from "vitest";
import { scenariosFromRetrieval } from "../../../../../scenarios/from-retrieval.ts";
import { scenarioSetSchema } from "../../../../../scenarios/schema.ts";
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
