import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatIr, toFixed4 } from "../../../measure/trec/format-ir.ts";
import { decodeTrecId, encodeBeirId, encodeTrecId } from "../../../measure/trec/ids.ts";
import { computeIr } from "../../../measure/trec/ir.ts";
import { qrelsLines, runLines } from "../../../measure/trec/write.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-trec-"));
});
afterAll(() => rm(folder, { recursive: true }));

const QRELS = "q1 0 a 1\nq1 0 b 0\nq1 0 c 2\nq2 0 a 1\n";

async function ir(qrels: string | Buffer, run: string, options: Partial<Parameters<typeof computeIr>[0]> = {}) {
  const paths = { qrelsPath: join(folder, "qrels.txt"), runPath: join(folder, "run.txt") };
  await writeFile(paths.qrelsPath, qrels);
  await writeFile(paths.runPath, run);
  return computeIr({ ...paths, metrics: ["ndcg@10", "mrr@10", "num_ret"], perQuery: true, ...options });
}

test("the order comes from the scores, not from the ranks or the lines; ties by id descending", async () => {
  const result = await ir(QRELS, "q1 Q0 b 1 0.5 t\nq1 Q0 a 2 0.5 t\nq1 Q0 c 3 0.5 t\n");
  expect(result.perQuery).toEqual([
    {
      query: "q1",
      values: { "ndcg@10": expect.closeTo((2 + 0.5) / (2 + 1 / Math.log2(3)), 12), "mrr@10": 1, num_ret: 3 },
    },
  ]);
  expect([result.queries, result.missing, result.unjudgedQueries]).toEqual([1, ["q2"], 0]);
});

test("queries without judgement are left out and counted, judged ones that the run lacks count as 0 when asked", async () => {
  const run = "q1 Q0 a 1 2 t\nq9 Q0 a 1 1 t\n";
  expect((await ir(QRELS, run)).unjudgedQueries).toBe(1);
  const complete = await ir(QRELS, run, { complete: true });
  expect([complete.queries, complete.all["mrr@10"]]).toEqual([2, 0.5]);
});

test("a query without any relevant document scores 0 and counts", async () => {
  const result = await ir("q1 0 a 0\nq2 0 a 1\n", "q1 Q0 a 1 1 t\nq2 Q0 a 1 1 t\n");
  expect([result.queries, result.all["ndcg@10"]]).toEqual([2, 0.5]);
});

test("lines of one query may be apart, in any order; the result is the same", async () => {
  const lines = ["q1 Q0 a 1 3 t", "q2 Q0 a 1 9 t", "q1 Q0 c 2 4 t", "q9 Q0 z 1 1 t", "q2 Q0 b 2 8 t", "q9 Q0 y 1 2 t"];
  const grouped = await ir(QRELS, `${[...lines].sort().join("\n")}\n`);
  expect(await ir(QRELS, `${lines.join("\n")}\n`)).toEqual(grouped);
});

test("a line of control bytes is no blank line, and a control byte ends no field: both as in trec_eval", async () => {
  const run = "q1 Q0 a 1 3 t\n\u0001\u0002\nq2 Q0 a 1 9 t\n";
  await expect(ir(QRELS, run)).rejects.toMatchObject({ problems: ["line 2: 1 field"] });
  await expect(ir(QRELS, "q1 Q0 a\u0001b 1 3 t\n")).resolves.toMatchObject({ queries: 1 });
  await expect(ir(QRELS, "\v\f\r\nq1 Q0 a 1 3 t\n")).resolves.toMatchObject({ queries: 1 });
});

test("tabs, blank lines, comments where they are said to be, CRLF, a byte order mark and a missing last newline are fine", async () => {
  const plain = await ir(QRELS, "q1 Q0 a 1 3 t\nq2 Q0 a 1 9 t\n");
  const odd = await ir(
    `\ufeff# comment\r\n${QRELS.replaceAll("\n", "\r\n\r\n")}`,
    "\n#x\nq1\tQ0\ta\t1\t3\tt\n\nq2  Q0  a 1 9 t",
    { comments: true },
  );
  expect(odd).toEqual(plain);
});

test("a file longer than one block, cut in the middle of a line, is read whole", async () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => `q1 Q0 document-${i} 1 ${60_000 - i} t`);
  expect((await ir(QRELS, rows.join("\n"))).all.num_ret).toBe(60_000);
});

test("ids beyond ASCII keep their text in the result", async () => {
  const result = await ir("größe 0 é 1\n", "größe Q0 é 1 1 tag-ü\n");
  expect([result.perQuery![0]!.query, result.run, result.all["mrr@10"]]).toEqual(["größe", "tag-ü", 1]);
});

test("all bad lines of a run are named at once, with their numbers", async () => {
  const run = "q1 Q0 a 1 3 t\nq1 Q0 b 1 high t\nq1 Q0 c\nq1 Q0 a 2 1 t\n";
  await expect(ir(QRELS, run)).rejects.toMatchObject({
    code: "input",
    problems: [
      expect.stringContaining("line 2:"),
      expect.stringContaining("line 3:"),
      expect.stringContaining("line 4:"),
    ],
  });
});

test("so are those of qrels: a fifth field, a grade that is no whole number, a document judged twice", async () => {
  await expect(ir("q1 0 a 1 x\nq1 0 b 1.5\nq1 0 c 1\nq1 0 c 1\n", "q1 Q0 a 1 3 t\n")).rejects.toMatchObject({
    code: "input",
    problems: [1, 2, 4].map((line) => expect.stringContaining(`line ${line}:`)),
  });
});

test("over 20 bad lines are counted, not listed", async () => {
  const error = await ir(QRELS, "bad\n".repeat(500)).catch((thrown: unknown) => thrown);
  expect((error as { problems: string[] }).problems).toHaveLength(21);
});

test("a missing file, an empty run and files without a shared query are input errors", async () => {
  await expect(ir(QRELS, "", { runPath: join(folder, "absent") })).rejects.toMatchObject({ code: "input" });
  await expect(ir(QRELS, "")).rejects.toMatchObject({ code: "input" });
  await expect(ir(QRELS, "other Q0 a 1 1 t\n")).rejects.toMatchObject({ code: "input" });
});

test("text is trec_eval's: 22 columns, a tab, the query or all, a tab, four decimals", async () => {
  const text = formatIr(await ir(QRELS, "q1 Q0 c 1 3 t\n", { metrics: ["ndcg@10", "num_ret"] }));
  expect(text.split("\n")).toEqual([
    "ndcg@10               \tq1\t0.7602",
    "num_ret               \tq1\t1",
    "runid                 \tall\tt",
    "num_q                 \tall\t1",
    "ndcg@10               \tall\t0.7602",
    "num_ret               \tall\t1",
  ]);
});

test("four decimals round exact ties to even, as C does", () => {
  expect([1 / 32, 3 / 32, 0.5, 0.12345, 1].map(toFixed4)).toEqual(["0.0312", "0.0938", "0.5000", "0.1235", "1.0000"]);
});

test("what is written is read back: ranks become the order, spaces in ids survive", async () => {
  const ids = ["TC 1", "#2", "50%", "a/b:c", "z"];
  const result = await ir(qrelsLines("S 1", [ids[4]!]).join("\n"), runLines("S 1", ids, "my run").join("\n"));
  expect(result.all).toMatchObject({ "mrr@10": 1 / 5, num_ret: 5 });
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      (id) => decodeTrecId(encodeTrecId(id)) === id && !/\s/.test(encodeTrecId(id)),
    ),
  );
});

test("an id in BEIR's files is the same to a reader of CSV, of fields between white space, of lines, and to a sheet", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1 }),
    fc
      .tuple(fc.constantFrom("-", " ", '"', "'", "=", "+", "@", "#", "\t", "\n", "%"), fc.string())
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(hostile, hostile, (query, document) => {
      const [q, d] = [encodeBeirId(query), encodeBeirId(document)];
      const line = `${q}\t${d}\t1`;
      expect(parse(`${line}\n`, { delimiter: "\t" })).toEqual([[q, d, "1"]]);
      expect(line.trim().split(/\s+/)).toEqual([q, d, "1"]);
      expect(line).not.toMatch(/^[#=+\-@'"]|\t[=+\-@'"]/);
      expect([decodeTrecId(q), decodeTrecId(d)]).toEqual([query, document]);
    }),
  );
});
