import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rankingsSource } from "../../../harness/results/compare/sources/from-rankings.ts";
import { computeIr } from "../../../measure/trec/ir.ts";
import { readJudged, readRankings, readTopics } from "../../../measure/trec/rankings.ts";
import { runCli } from "../../harness/cli/run-cli.ts";

let folder: string;
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-lines-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** 60 queries, of which 30 have an id that begins with `#`. */
const QUERIES = Array.from({ length: 60 }, (_, at) => `${at % 2 === 0 ? "#" : ""}q${at}`);
const qrels = QUERIES.map((query) => `${query} 0 a 1\n`).join("");
const whole = QUERIES.flatMap((query) => [`${query} Q0 a 1 2 t\n`, `${query} Q0 b 2 1 t\n`]).join("");
/** Every query whose id begins with `#` finds nothing. */
const broken = whole.replace(/^(#\S+) Q0 a/gm, "$1 Q0 z");

async function write(files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(file(name), text);
}
const problemsOf = (run: Promise<unknown>) =>
  run.then(
    () => [],
    ({ problems }: { problems: string[] }) => problems,
  );

describe("an id that begins with #", () => {
  beforeAll(() => write({ qrels, whole, broken }));

  it("is an id: every query is in the mean", async () => {
    const result = await computeIr({ qrelsPath: file("qrels"), runPath: file("broken"), metrics: ["recall@1"] });
    expect([result.queries, result.all["recall@1"]]).toEqual([60, 0.5]);
    expect((await readRankings(file("whole"))).size).toBe(60);
    expect((await readJudged(file("qrels"))).size).toBe(60);
  });

  it("is compared: a candidate that loses all of them fails the gate", async () => {
    await write({ "bench.yaml": "gate:\n  metrics:\n    recall@1: {}\n" });
    const args = ["compare", file("whole"), file("broken"), "--qrels", file("qrels"), "--gate"];
    expect(await runCli(args, { cwd: folder })).toMatchObject({ code: 3 });
  });

  it("counts where rankings are held against judgements without files", async () => {
    const [rankings, judged] = [await readRankings(file("broken")), await readJudged(file("qrels"))];
    const { executions } = rankingsSource({ label: "r", rankings, qrels: judged, metrics: ["recall@1"] });
    expect(executions.filter(({ scores }) => scores["recall@1"]?.value === 0)).toHaveLength(30);
  });
});

it("questions in UTF-16 are refused, not read as something else", async () => {
  await write({ wide: Buffer.from("\uFEFFq1\twhat\n", "utf16le") });
  await expect(readTopics(file("wide"))).rejects.toThrow("wide:1: not UTF-8");
});

describe("a comment", () => {
  const commented = `# made by a tool\n${whole}`;

  it("is an error with its line, which names the flag for it", async () => {
    await write({ qrels, commented });
    const reading = computeIr({ qrelsPath: file("qrels"), runPath: file("commented") });
    await expect(reading).rejects.toMatchObject({ problems: ["line 1: 5 fields"], hint: /--comments/ });
  });

  it("is passed over where the user says so", async () => {
    await write({ qrels, commented });
    const { code, out } = await runCli(["measure", "ir", file("qrels"), file("commented"), "--comments"], {
      cwd: folder,
    });
    expect([code, out]).toEqual([0, expect.stringMatching(/num_q\s+all\t30/)]);
    const compare = ["compare", file("commented"), file("commented"), "--qrels", file("qrels")];
    expect((await runCli(compare, { cwd: folder })).code).toBe(1);
    expect((await runCli([...compare, "--comments", "--allow", "coverage"], { cwd: folder })).code).toBe(0);
  });
});

describe("a score", () => {
  it("is a finite decimal number; any other is an error", async () => {
    const scores = ["inf", "-Infinity", "0x10", "1e400", "nan", "1_000", "1,5", "0b1", ""];
    const lines = scores.map((score, at) => `q1 Q0 d${at} 1 ${score} t\n`).join("");
    await write({ qrels: "q1 0 a 1\n", scores: `q1 Q0 a 1 -1.5e-3 t\nq1 Q0 b 1 +2 t\n${lines}` });
    const problems = await problemsOf(computeIr({ qrelsPath: file("qrels"), runPath: file("scores") }));
    expect(problems.map((problem) => /^line (\d+)/.exec(problem)?.[1])).toEqual(scores.map((_, at) => String(at + 3)));
  });
});

describe("a packed file and standard input", () => {
  it("are read as the plain file is, whatever the name", async () => {
    await write({
      "plain.qrels": qrels,
      "plain.run": whole,
      "packed.qrels": gzipSync(qrels),
      "packed.run": gzipSync(whole),
    });
    const plain = await runCli(["measure", "ir", "plain.qrels", "plain.run"], { cwd: folder });
    expect(plain.code).toBe(1); // Paths are as the shell gives them.
    const read = (...names: string[]) => runCli(["measure", "ir", ...names.map(file)], { cwd: folder });
    const expected = await read("plain.qrels", "plain.run");
    expect(expected.code).toBe(0);
    expect(await read("packed.qrels", "packed.run")).toEqual(expected);
    const input = whole.trimEnd().split("\n");
    expect(await runCli(["measure", "ir", file("plain.qrels"), "-"], { cwd: folder, input })).toEqual(expected);
    const compare = ["compare", file("plain.run"), "-", "--qrels", file("packed.qrels"), "--json"];
    const { code, out } = await runCli(compare, { cwd: folder, input });
    expect([code, JSON.parse(out).comparison.metrics[0].difference]).toEqual([0, 0]);
  });

  it("say what is wrong by the name that the user knows", async () => {
    await write({ qrels, cut: gzipSync(whole).subarray(0, 60) });
    const cut = await runCli(["measure", "ir", file("qrels"), file("cut")], { cwd: folder });
    expect([cut.code, cut.errors]).toEqual([1, expect.stringContaining(`cannot read ${file("cut")}`)]);
    const piped = await runCli(["measure", "ir", file("qrels"), "-"], { cwd: folder, input: ["one two"] });
    expect([piped.code, piped.errors]).toEqual([1, expect.stringContaining("standard input: 1 bad line")]);
    expect((await runCli(["measure", "ir", "-", "-"], { cwd: folder, input: [] })).code).toBe(1);
  });
});

describe("ids that differ from judged ones in case or blanks alone", () => {
  it("stay unjudged, and are named", async () => {
    await write({
      qrels: "Q1 0 DOC-1 1\nq2 0 b 1\n",
      run: "Q1 Q0 doc-1 1 2 t\nQ1 Q0 x 2 1 t\nQ2 Q0 b 1 1 t\nq2 Q0 b\u00a0 1 1 t\n",
    });
    const { nearMisses } = await computeIr({ qrelsPath: file("qrels"), runPath: file("run") });
    expect(nearMisses).toEqual([expect.stringMatching(/^3 ids .*"doc-1" for "DOC-1", "Q2" for "q2", "b.*" for "b"$/)]);
    const { code, errors } = await runCli(["measure", "ir", file("qrels"), file("run")], { cwd: folder });
    expect([code, errors]).toEqual([0, expect.stringContaining('"doc-1" for "DOC-1"')]);
    const rankings = new Map([["Q1", ["doc-1 ", "DOC-1"]]]);
    const judged = new Map([["Q1", new Map([["DOC-1", 1]])]]);
    expect(rankingsSource({ label: "r", rankings, qrels: judged, metrics: ["mrr"] }).notes).toEqual([
      expect.stringContaining('"doc-1 " for "DOC-1"'),
    ]);
  });
});

describe("ids that are written in two ways", () => {
  it("are an error, since one would take the other's place", async () => {
    await write({ twice: "q 0 a%20b 1\nq 0 a%20%62 0\n", run: "q Q0 a%20b 1 1 t\nq Q0 a%20%62 2 0 t\n" });
    await expect(readJudged(file("twice"))).rejects.toMatchObject({ code: "input" });
    await expect(readRankings(file("run"))).rejects.toMatchObject({ code: "input" });
  });
});

it("a file whose lines end in carriage returns is refused: as one long line all but its first would be gone", async () => {
  await write({
    old: whole.replaceAll("\n", "\r"),
    oldQrels: qrels.replaceAll("\n", "\r"),
    dos: whole.replaceAll("\n", "\r\n"),
  });
  expect(await problemsOf(readRankings(file("old")))).toEqual([expect.stringContaining("line 1: a carriage return")]);
  expect(await problemsOf(readRankings(file("old"), { comments: true }))).toHaveLength(1);
  expect(await problemsOf(readJudged(file("oldQrels")))).toHaveLength(1);
  expect((await readRankings(file("dos"))).size).toBe(60);
  await write({ topics: "q1\tone\rq2\ttwo\r" });
  expect([...(await readTopics(file("topics")))]).toEqual([
    ["q1", "one"],
    ["q2", "two"],
  ]);
});

describe("a line of a run with more than six fields", () => {
  it("is read where the tag has several words, as by trec_eval", async () => {
    await write({ words: "q1 Q0 a 1 2.5 my tag, 2 words\nq1 Q0 b 2 1.5 t with k1 0.9 b 0.4\n" });
    expect(await readRankings(file("words"))).toEqual(new Map([["q1", ["a", "b"]]]));
  });

  it("is refused where the next line was joined to it, or a field stands between", async () => {
    await write({ joined: "q1 Q0 a 1 2.5 tq1 Q0 b 2 1.5 t\nq1 Q0 c 3 1 t q1 Q0 d 4 .5 t\nq1 Q0 [ e 5 .25 t\n" });
    expect(await problemsOf(readRankings(file("joined")))).toEqual([
      "line 1: 11 fields: it holds a second record",
      "line 2: 12 fields: it holds a second record",
      'line 3: 7 fields: the rank "e" is no number',
    ]);
  });
});
