import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { computeIr } from "../../../measure/trec/ir.ts";
import {
  compare,
  type Expectation,
  readExpectations,
  type SourceComparison,
} from "../../../scripts/source-oracle/compare.ts";
import { nonEmpty } from "../../non-empty.ts";

const root = join(import.meta.dirname, "../../input/formats");
const expectations = await readExpectations();

describe("files that others wrote", () => {
  const comparisons = new Map<Expectation, SourceComparison>();
  beforeAll(async () => {
    for (const expectation of expectations) comparisons.set(expectation, await compare(root, expectation));
  });

  it.each(nonEmpty(expectations))("$path: $adapter finds what others count", (expectation) => {
    expect(comparisons.get(expectation)?.differences).toEqual([]);
  });

  it("are all there: no file of any folder is left unread", () => {
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((name) => name !== "manifest.tsv" && !name.startsWith("licences/"));
    const isRead = (file: string) => expectations.some(({ path }) => file === path || file.startsWith(`${path}/`));
    expect(files.filter((file) => !isRead(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(180);
  });

  it("recognises the format of each, but for what is hostile or nothing known", () => {
    const wrong = [...comparisons.values()].filter(({ expectation, detected, verdict }) => {
      const isAlike = [detected, expectation.adapter].every((name) => name === "beir" || name === "trec");
      return detected !== expectation.adapter && !isAlike && verdict !== "refused";
    });
    expect(wrong).toEqual([]);
  });

  it("score a real run against its judgements as ir_measures does", async () => {
    const [qrelsPath, runPath] = ["qrels.cacm.txt", "cacm-bm25.run.txt"].map((name) =>
      join(root, "trec", "anserini", name),
    ) as [string, string];
    const metrics = ["map", "ndcg@10", "precision@5", "mrr", "recall@100"];
    const { all } = await computeIr({ qrelsPath, runPath, metrics });
    expect(metrics.map((name) => all[name]?.toFixed(4))).toEqual(["0.2744", "0.4543", "0.3577", "0.7048", "0.5052"]);
  });
});
