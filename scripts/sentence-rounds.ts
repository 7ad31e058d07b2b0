/**
 * Reads every sentence that figures, findings, the first page, comparisons, the gate and histories say of random runs, and derives its truth
 * again from the records by other code: one configuration, one scenario, all equal, all failed, nothing scored, unbalanced and more. Prints a line each hundred
 * runs and each false sentence with its seed. Exits with 1 where there is any.
 *
 *   node --import tsx scripts/sentence-rounds.ts [runs, default 500] [--first <seed, default 0>]
 */
import { argumentsOf } from "./arguments.ts";
import { checkComparison } from "./sentence-rounds/check-comparison.ts";
import { checkHistory } from "./sentence-rounds/check-history.ts";
import { checkRun } from "./sentence-rounds/check-run.ts";
import { randomRun } from "./sentence-rounds/random-run.ts";

const { values, positionals } = argumentsOf(import.meta.url, { first: { type: "string", default: "0" } });
const runs = Number(positionals[0] ?? 500);
const first = Number(values.first);
const problems: string[] = [];
for (let seed = first; seed < first + runs; seed++) {
  for (const problem of [...checkRun(seed, randomRun(seed)), ...checkComparison(seed), ...(await checkHistory(seed))]) {
    problems.push(problem);
    console.log(problem);
  }
  if ((seed - first + 1) % 100 === 0)
    console.log(`${seed - first + 1} of ${runs} runs, ${problems.length} false sentences`);
}
console.log(`seeds ${first} to ${first + runs - 1}: ${problems.length} false sentences`);
process.exitCode = problems.length === 0 ? 0 : 1;
