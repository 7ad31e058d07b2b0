import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { benchmarkNamed } from "../../../../harness/results/benchmarks/registry.ts";
import { countCollection } from "../../../../harness/run/benchmarks/collection.ts";
import { getBenchmark, readCollection } from "../../../../harness/run/benchmarks/get.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-layouts-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** Files in the layout that a benchmark's repository describes, with texts of our own. */
async function folder(files: Record<string, unknown>): Promise<string> {
  const path = await mkdtemp(join(cwd, "data-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return path;
}

const read = async (name: string, files: Record<string, unknown>) =>
  readCollection(benchmarkNamed(name), await folder(files));

const QUESTION = {
  query_id: 7,
  query: "Which lighthouse was moved?",
  answer: "Cape Hatteras",
  gold_docs: [{ docid: 11, text: "Cape Hatteras was moved in 1999.", url: "u" }],
  evidence_docs: [
    { docid: 11, text: "Cape Hatteras was moved in 1999." },
    { docid: 12, text: "The sea had come close." },
  ],
  negative_docs: [{ docid: 13, text: "Bodie Island stands still." }],
};

it("BrowseComp-Plus: evidence is relevant, and every document of a question is searched", async () => {
  const collection = await read("browsecomp-plus", { "decrypted.jsonl": `${JSON.stringify(QUESTION)}\n` });
  expect(countCollection(collection)).toEqual({ documents: 3, questions: 1, relevant: 2 });
  expect(collection.task.queries).toEqual([{ id: "7", text: QUESTION.query, answer: "Cape Hatteras" }]);
});

it("BrowseComp-Plus: what is not decrypted is refused with its line", async () => {
  const encrypted = { query_id: 7, query: "x8+/", gold_docs: "q" };
  await expect(read("browsecomp-plus", { "data.jsonl": JSON.stringify(encrypted) })).rejects.toMatchObject({
    problems: [expect.stringMatching(/data\.jsonl:1: expected query_id, query and evidence_docs/)],
  });
});

const PRODUCT = {
  slack: [{ Channel: { name: "dev" }, Message: { User: { utterranceID: "m1", userId: "eid_1", text: "Ship it." } } }],
  documents: [{ id: "doc1", type: "PRD", content: "What it is for." }],
  meeting_transcripts: [{ id: "meet1", transcript: "We agreed." }],
  meeting_chats: [{ id: "chat1", text: "+1" }],
  answerable_questions: [{ question: "Who wrote the PRD?", citations: ["doc1", "m1", "m1", "pr-9"] }],
  unanswerable_questions: ["Who left?"],
};

it("HERB: what an answer cites is relevant where it is a message, a document or a meeting", async () => {
  const collection = await read("herb", { "products/Force.json": PRODUCT });
  expect(countCollection(collection)).toEqual({ documents: 4, questions: 1, relevant: 2 });
});

it("HERB: a file that is no product is named", async () => {
  await expect(read("herb", { "products/Force.json": { slack: 1 } })).rejects.toMatchObject({
    problems: [expect.stringMatching(/products\/Force\.json: expected slack/)],
  });
});

it("HERB: whose checksum nobody knows, the first data that are got are the ones that later ones are held to", async () => {
  const io = { cwd, environment: { SCOPEBENCH_CACHE: join(cwd, "pinned") } };
  const first = await getBenchmark("herb", { from: await folder({ "products/Force.json": PRODUCT }) }, io);
  expect(first.identity.whole).toBe(true);
  const changed = { ...PRODUCT, meeting_chats: [{ id: "chat1", text: "-1" }] };
  const from = await folder({ "products/Force.json": changed });
  await expect(getBenchmark("herb", { from }, io)).rejects.toMatchObject({
    problems: [expect.stringContaining(first.identity.sha256), expect.not.stringContaining(first.identity.sha256)],
  });
  expect(await getBenchmark("herb", {}, io)).toEqual(first);
});

it("EnterpriseRAG-Bench: texts by the id in their name, without questions that have no document", async () => {
  const questions = [
    { question_id: "qst_1", question: "What is the limit?", expected_doc_ids: ["dsid_ab"], gold_answer: "10" },
    { question_id: "qst_2", question: "What is not there?", expected_doc_ids: [] },
  ];
  const collection = await read("enterprise-rag-bench", {
    "questions.jsonl": questions.map((question) => JSON.stringify(question)).join("\n"),
    "github/dsid_ab__limits.txt": "Limits\n\nTen.",
    "slack/2024/dsid_cd__lunch.txt": "Lunch\n\nAt noon.",
    "slack/notes.txt": "no document",
  });
  expect(countCollection(collection)).toEqual({ documents: 2, questions: 1, relevant: 1 });
  expect(collection.corpus.artifacts[0]).toMatchObject({ id: "dsid_ab", title: "Limits", text: "Ten." });
});

it("EnterpriseRAG-Bench: as it was generated, documents keep their product, and a question that nothing answers is kept", async () => {
  const excerpt = resolve("test/input/sources/enterprise-rag-bench");
  const { corpus, task, ...rest } = await readCollection(benchmarkNamed("enterprise-rag-bench"), excerpt);
  expect(corpus.artifacts.map(({ type }) => type).sort()).toEqual(["confluence", "jira", "slack"]);
  expect(task.queries.filter(({ isUnanswerable }) => isUnanswerable)).toHaveLength(1);
  expect(countCollection({ corpus, task, ...rest })).toEqual({ documents: 3, questions: 1, relevant: 1 });
});

it("GitBugs: the later report asks, and is not searched", async () => {
  const report = (id: string) => JSON.stringify({ id, type: "bug_report", title: `Report ${id}`, text: "It fails." });
  const collection = await read("gitbugs-hadoop", {
    "artifacts.jsonl": ["1", "2", "10"].map(report).join("\n"),
    "links.csv": "source_id,target_id,kind\n2,10,duplicate\n",
  });
  expect(countCollection(collection)).toEqual({ documents: 2, questions: 1, relevant: 1 });
  expect(collection.task.queries[0]!.id).toBe("10");
});

const FORMATS = resolve("test/input/formats");

it("BEIR: HopTrace mini is what its entry says", async () => {
  const io = { cwd, environment: { SCOPEBENCH_CACHE: join(cwd, "cache") } };
  const { identity } = await getBenchmark("hoptrace-mini", { from: join(FORMATS, "beir/hoptrace-mini") }, io);
  expect(identity.whole).toBe(true);
});

it.each(["scifact", "nfcorpus"])("BEIR: an excerpt is taken for %s with --other alone", async (name) => {
  const io = { cwd, environment: { SCOPEBENCH_CACHE: join(cwd, "cache") } };
  const from = join(FORMATS, "beir/hoptrace-mini");
  await expect(getBenchmark(name, { from }, io)).rejects.toThrow(/these are not the data/);
  expect((await getBenchmark(name, { from, other: true }, io)).identity.whole).toBe(false);
});

it("TREC: documents, topics and graded judgements are read as a collection", async () => {
  const collection = await read("trec-dl-2019", {
    "collection.tsv": "101\tBread is baked.\n102\tRain falls.\n",
    "topics.tsv": "1\tHow is bread made?\n",
    "qrels.txt": "1 0 101 3\n1 0 102 1\n",
  });
  expect(countCollection(collection)).toEqual({ documents: 2, questions: 1, relevant: 2 });
});
