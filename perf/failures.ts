/**
 * Two runs of one system, which differ by chance alone: how often does `failures compare` call a change of some group of failures? 500 pairs of runs for each
 * number of causes, 240 executions each; then a fifth as many in which one cause truly grew by 10 points of executions.
 *
 *     node --import tsx perf/failures.ts [pairs of runs]
 */
import { compareFailures } from "../harness/results/failures/compare-failures.ts";
import { ledgerSchema } from "../harness/results/failures/ledger.ts";
import { twoRuns } from "../test/harness/results/failures/null-runs.ts";

const all = Number(process.argv[2] ?? 500);
const EMPTY = ledgerSchema.parse({});

for (const effect of [0, 0.1])
  for (const causes of [2, 5, 12, 30]) {
    const pairs = effect === 0 ? all : Math.ceil(all / 5);
    let [called, groups] = [0, 0];
    for (let seed = 0; seed < pairs; seed++) {
      const [first, second] = twoRuns({ seed, causes, effect });
      const { groups: found } = compareFailures(
        { baseline: { run: "a", found: first }, candidate: { run: "b", found: second } },
        EMPTY,
      );
      called += Number(found?.some(({ changed }) => changed) ?? false);
      groups += found?.length ?? 0;
    }
    const share = ((100 * called) / pairs).toFixed(1);
    console.log(
      `effect ${effect}, ${causes} causes, ${(groups / pairs).toFixed(1)} groups: called in ${share} % of ${pairs}`,
    );
  }
