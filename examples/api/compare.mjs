import {
  compareSources,
  judgedOf,
  rankingsOf,
  rankingsSource,
  runSearch,
  verdictLine,
  worsened,
} from "scopebench/compare";

const names = Array.from({ length: 24 }, (_, at) => `question ${at + 1}`);
const qrels = Object.fromEntries(names.map((name, at) => [name, [`TC-${at + 1}`]]));
const before = (query) => qrels[query];
const after = (query) => (Number(query.slice(9)) > 12 ? ["TC-0"] : qrels[query]);

const sourceOf = async (label, search) => {
  const asked = await runSearch(search, { qrels });
  return rankingsSource({ label, rankings: rankingsOf(asked), qrels: judgedOf(asked), metrics: ["ndcg@10"] });
};
const [baseline, candidate] = [await sourceOf("before", before), await sourceOf("after", after)];
const report = compareSources(baseline, candidate, { gate: { metrics: { "ndcg@10": { min_effect: 0.05 } } } });

console.log(verdictLine(report)); // regression: 1 of 2 rules broken (ndcg@10)
console.log(report.gate.exit_code); // 3
console.log(worsened(baseline, candidate, report).length); // 12
