import { judgeAgainstIds, ndcg, parseMetric, printMetric, rankingEngine } from "scopebench/metrics";

const found = judgeAgainstIds(["TC-1", "TC-9", "TC-2"], ["TC-1", "TC-2", "TC-3"]);

console.log(ndcg(found, 10).toFixed(4)); // 0.7039
console.log(rankingEngine("recall@2")(found).toFixed(4)); // 0.3333
console.log(printMetric(parseMetric("ndcg_cut_10"))); // ndcg@10
