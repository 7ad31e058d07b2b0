import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonEmpty } from "../../../../non-empty.ts";
import { runCli } from "../../../cli/run-cli.ts";

const vectors = join(import.meta.dirname, "../../../../input/trec-eval");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-trec-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function compare(...args: string[]) {
  const { code, out } = await runCli(["compare", ...args, "--json"], { cwd: folder });
  return { code, report: JSON.parse(out) };
}

describe("two TREC runs of trec_eval's tests", () => {
  it("have trec_eval's means before and after, and its difference on each query", async () => {
    const file = (name: string) => join(vectors, name);
    const { code, report } = await compare(
      file("results.test"),
      file("results.trunc"),
      ...["--qrels", file("qrels.test"), "--metrics", "map,P_5,recip_rank"],
      // One of the three queries is absent from the second run and counts as 0, as trec_eval -c has it.
      ...["--allow", "coverage"],
    );
    expect(code).toBe(0);
    const [before, after] = await Promise.all([readTrecEval(file("out.test.aq")), readTrecEval(file("out.test.aqc"))]);
    const names = { map: "map", "precision@5": "P_5", mrr: "recip_rank" } as Record<string, string>;
    for (const row of nonEmpty(report.comparison.metrics)) {
      const measure = names[row.metric]!;
      expect(row.baseline).toBeCloseTo(before[`${measure} all`]!, 4);
      expect(row.candidate).toBeCloseTo(after[`${measure} all`]!, 4);
      for (const { name, change } of nonEmpty(row.worst))
        expect(change).toBeCloseTo(after[`${measure} ${name}`]! - before[`${measure} ${name}`]!, 3);
    }
    expect(report.comparison.metrics.some(({ losses }: { losses: number }) => losses > 0)).toBe(true);
  });
});

async function readTrecEval(path: string): Promise<Record<string, number>> {
  const lines = (await readFile(path, "utf8")).split("\n").map((line) => line.trim().split(/\s+/));
  return Object.fromEntries(lines.map(([measure, query, value]) => [`${measure} ${query}`, Number(value)]));
}

describe("two TREC runs", () => {
  const queries = Array.from({ length: 30 }, (_, index) => `q${index}`);
  const write = (name: string, line: (query: string, index: number) => string) =>
    writeFile(join(folder, name), queries.map(line).join(""));

  it("go through the gate by its ranking rules, tags and order apart", async () => {
    await write("qrels", (query) => `${query} 0 d 1\n`);
    await write("old.run", (query) => `${query} Q0 d 1 2 old\n${query} Q0 x 2 1 old\n`);
    await write("new.run", (query) => `${query} Q0 x 1 2 new\n${query} Q0 d 2 1 new\n`);
    const { code, report } = await compare("old.run", "new.run", "--qrels", "qrels", "--gate");
    expect(code).toBe(3);
    expect(report.gate.findings.map(({ rule, decision }: Record<string, string>) => [rule, decision])).toEqual([
      ["ndcg@10", "regression"],
      ["recall@10", "pass"],
      ["unscored of ndcg@10", "pass"],
      ["unscored of recall@10", "pass"],
    ]);
  });

  it("count a query that a run lacks as 0, and say how many", async () => {
    await write("qrels", (query) => `${query} 0 d 1\n`);
    await write("old.run", (query) => `${query} Q0 d 1 2 old\n`);
    await write("new.run", (query, index) => (index < 1 ? "" : `${query} Q0 d 1 2 new\n`));
    const { report } = await compare("old.run", "new.run", "--qrels", "qrels", "--metrics", "mrr@10");
    expect(report.comparison.metrics[0]).toMatchObject({ candidate: 29 / 30, wins: 0, ties: 29, losses: 1 });
    expect(report.comparison.notes).toEqual(["new.run: 1 judged query without results counts as 0"]);
  });
});
