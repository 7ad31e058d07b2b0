import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PDFDocument from "pdfkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { candidatesIn, expansionsIn } from "../../../../harness/run/glossary/candidates.ts";
import { runCli } from "../../cli/run-cli.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-glossary-"));
  await mkdir(join(cwd, "tracker"));
  const texts = ["The Random Access Channel (RACH) times out", "RACH fails on DataNode 3.2.1", "DataNode stops"];
  const lines = texts.map((text, at) => JSON.stringify({ id: `B-${at}`, type: "bug", title: text, text, meta: {} }));
  await writeFile(join(cwd, "tracker/artifacts.jsonl"), `${lines.join("\n")}\n`);
  await writeFile(join(cwd, "tracker/links.csv"), "source_id,target_id,kind\n");
  await writeFile(join(cwd, "handbook.pdf"), await handbook());
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** Two terms in bold, the second over two lines. */
async function handbook(): Promise<Buffer> {
  const document = new PDFDocument({ compress: false });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((end) => document.on("end", end));
  for (const [term, meaning] of [
    ["Grandmaster", "the clock that others follow."],
    ["Handover", "a session that goes on in another cell."],
  ] as const) {
    document.font("Helvetica-Bold").text(`${term}: `, { continued: true });
    document.font("Helvetica").text(meaning);
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

const glossary = async (...words: string[]) => runCli(["corpus", "glossary", "tracker", ...words], { cwd });
const kept = async () => parse(await readFile(join(cwd, "glossary.yaml"), "utf8"));

it("finds acronyms with what they stand for, names, versions, and a PDF's bold words with what follows", async () => {
  const found = await glossary("--pdf", "handbook.pdf", "--least", "1", "--to", "glossary.yaml");
  expect(found.code, found.errors).toBe(0);
  expect(found.out).toContain("5 terms (1 acronym, 1 name, 1 version, 2 term): 0 kept, 0 dropped, 5 to review.");
  const { entries } = await kept();
  expect(
    entries.map(({ term, expansion, definition }: Record<string, string>) => [term, expansion || definition]),
  ).toEqual([
    ["DataNode", ""],
    ["RACH", "Random Access Channel"],
    ["3.2.1", ""],
    ["Grandmaster", "the clock that others follow"],
    ["Handover", "a session that goes on in another cell"],
  ]);
});

it("what a person decided and wrote stays, whatever is found later, and alone goes into the corpus", async () => {
  const { version, entries } = await kept();
  const decided = entries.map((entry: { term: string }) =>
    entry.term === "DataNode"
      ? { ...entry, definition: "keeps blocks", keep: true }
      : entry.term === "3.2.1"
        ? { ...entry, keep: false }
        : entry,
  );
  await writeFile(join(cwd, "glossary.yaml"), stringify({ version, entries: decided }));
  const found = await glossary("--to", "glossary.yaml", "--into", "with-terms");
  expect([found.code, found.out]).toEqual([0, expect.stringContaining("1 kept, 1 dropped, 1 to review")]);
  expect((await kept()).entries.find(({ term }: { term: string }) => term === "DataNode")).toMatchObject({
    definition: "keeps blocks",
    keep: true,
  });
  const lines = (await readFile(join(cwd, "with-terms/artifacts.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const terms = lines.filter(({ type }) => type === "glossary_term");
  expect(terms).toEqual([
    expect.objectContaining({ id: "TERM-DataNode", text: "keeps blocks", meta: { kind: "term" } }),
  ]);
  expect((await glossary("--into", "other")).errors).toContain("--into writes terms that a person kept");
});

it("reads expansions by Schwartz and Hearst: letters in order, the first at the beginning of a word", () => {
  expect(expansionsIn("uses the Heat Shock Transcription Factor (HSTF) and cells (n = 3)")).toEqual([
    { short: "HSTF", long: "Heat Shock Transcription Factor" },
  ]);
  expect(expansionsIn("the loop (TCP) and a thing (see below)")).toEqual([]);
  expect(candidatesIn(["ABC", "ABC", "a-ABC-b XyZ"], 3)).toEqual([]);
});
