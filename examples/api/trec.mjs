import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { computeIr, readRankings, writeRankings } from "scopebench/trec";

const folder = await mkdtemp(join(tmpdir(), "trec-"));
const [qrelsPath, runPath] = [join(folder, "qrels.txt"), join(folder, "search.run")];
await writeFile(qrelsPath, "q1 0 TC-1 1\nq1 0 TC-2 1\nq2 0 TC-3 1\n");
await writeRankings(
  runPath,
  new Map([
    ["q1", ["TC-1", "TC-9", "TC-2"]],
    ["q2", ["TC-8", "TC-3"]],
  ]),
);

const result = await computeIr({ qrelsPath, runPath, metrics: ["ndcg@10", "mrr@10"], perQuery: true });
console.log(result.all["mrr@10"]); // 0.75
console.log(result.perQuery[0].values["ndcg@10"].toFixed(4)); // 0.9197
console.log((await readRankings(runPath)).get("q2").join(" ")); // TC-8 TC-3
