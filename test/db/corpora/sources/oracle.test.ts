import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { computeIr } from "../../../../harness/trec/ir.ts";
import { compare, readExpectations } from "../../../../scripts/source-oracle/compare.ts";
import { sharedPath } from "../../../shared.ts";

const FOLDERS = ["reqif", "junit-xml", "test-management", "beir", "trec"];
const root = sharedPath("data", "formats");
const expectations = await readExpectations();

describe.skipIf(root === null)(
  `files that others wrote${root === null ? " (skipped: the shared data folder is absent)" : ""}`,
  () => {
    it.each(expectations)("$path: $adapter finds what others count", async (expectation) => {
      const { differences } = await compare(root as string, expectation);
      expect(differences).toEqual([]);
    });

    it("are all there: no file of the five folders is left unread", () => {
      const files = FOLDERS.flatMap((folder) =>
        readdirSync(join(root as string, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => relative(root as string, join(entry.parentPath, entry.name))),
      );
      const isRead = (file: string) => expectations.some(({ path }) => file === path || file.startsWith(`${path}/`));
      expect(files.filter((file) => !isRead(file))).toEqual([]);
      expect(files).toHaveLength(180);
    });

    it("recognises the format of each, but for what is hostile or nothing known", async () => {
      const wrong: string[] = [];
      for (const expectation of expectations) {
        const { detected, verdict } = await compare(root as string, expectation);
        const isAlike = [detected, expectation.adapter].every((name) => name === "beir" || name === "trec");
        if (detected !== expectation.adapter && !isAlike && verdict !== "refused") wrong.push(expectation.path);
      }
      expect(wrong).toEqual([]);
    });

    it("score a real run against its judgements as ir_measures does", async () => {
      const [qrelsPath, runPath] = ["qrels.cacm.txt", "cacm-bm25.run.txt"].map((name) =>
        join(root as string, "trec", "anserini", name),
      ) as [string, string];
      const metrics = ["map", "ndcg@10", "precision@5", "mrr", "recall@100"];
      const { all } = await computeIr({ qrelsPath, runPath, metrics });
      expect(metrics.map((name) => all[name]?.toFixed(4))).toEqual(["0.2744", "0.4543", "0.3577", "0.7048", "0.5052"]);
    });
  },
);
