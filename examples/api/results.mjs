import { readResults } from "scopebench/results";

const { scores, summary, syntheticCorpus } = await readResults(process.argv[2] ?? "runs/2026-11-23T09-00-00Z");

console.log(scores.filter(({ outcome }) => outcome === "success").length, "of", scores.length); // 1 of 1
console.log(summary !== null, syntheticCorpus); // true true
