/**
 * How often the adjusted interval of a series of looks holds the true change, wherever the series stops: by the functions of the gate, over changes that are
 * drawn. `node --import tsx perf/decide/looks.ts [--series 5000] [--seed 4306]`
 */
import { parseArgs } from "node:util";
import { makeRandom, type Random } from "../../base/random.ts";
import { adjustedChange } from "../../harness/results/compare/sequential/adjusted-change.ts";
import { standingOf } from "../../harness/results/compare/sequential/futility.ts";
import { planLooks } from "../../harness/results/compare/sequential/plan.ts";
import type { RuleStanding } from "../../harness/results/compare/sequential/standings.ts";
import { mean, standardDeviation } from "../../measure/statistics/basics/describe.ts";
import { normalQuantile } from "../../measure/statistics/basics/distributions.ts";
import { drawChanges, readVectors, tilted } from "../gate/sequential/vectors.ts";
import { percent, printTable, short } from "./print.ts";

const { values: flags } = parseArgs({
  options: { series: { type: "string", default: "5000" }, seed: { type: "string", default: "4306" } },
});
const SERIES = Number(flags.series);
const [LEVEL, MATTERS] = [0.05, 0.05];

interface Changes {
  name: string;
  truth: number;
  draw(random: Random): number;
}

const normal = (loss: number): Changes => ({
  name: loss === 0 ? "normal, unchanged" : `normal, a loss of ${short(loss)}`,
  truth: -loss,
  draw: (random) => -loss + 0.25 * normalQuantile(random()),
});

/** Differences of real systems, a loss planted by weighting them. */
function recorded(loss: number): Changes {
  const vector = readVectors()[0]!;
  const planted = tilted(vector, -loss)!;
  return {
    name: `${vector.name}, a loss of ${short(loss)}`,
    truth: -loss,
    draw: (random) => drawChanges(planted, { n: 1, repeats: 1 }, random)[0]!,
  };
}

function holds({ truth, draw }: Changes, looks: ReturnType<typeof planLooks>["looks"], random: Random) {
  const changes = Array.from({ length: looks.at(-1)!.scenarios }, () => draw(random));
  const taken: { look: (typeof looks)[number]; rules: RuleStanding[] }[] = [];
  for (const look of looks) {
    const seen = changes.slice(0, look.scenarios);
    const own = { loss: -mean(seen)!, spread: standardDeviation(seen)!, distinct: seen.length };
    const { isFutile, ...standing } = standingOf({ ...own, min_effect: MATTERS, alpha: LEVEL }, look.fraction);
    const rule: RuleStanding = {
      ...{ metric: "m", group: "all", unit: "share", better: "higher", family: 1, distinct: seen.length },
      ...{ change: mean(seen), ...standing, futile: isFutile, p: null },
      calls_from: (LEVEL * look.loss_share) / (look.interval_share || 1),
    };
    taken.push({ look, rules: [rule] });
    if (isFutile && look.interval_share > 0) break;
  }
  const last = taken.at(-1)!;
  const found = adjustedChange(last.rules[0]!, taken);
  return {
    holds: found === null || (found.low <= truth && truth <= found.high),
    early: last.look.fraction < 1,
    bias: found === null ? 0 : found.estimate - truth,
  };
}

function rowOf(changes: Changes, n: number): string[] {
  const scenarios = Array.from({ length: n }, (_, at) => ({ id: `S${at}`, family: "", cluster: `S${at}` }));
  const { looks } = planLooks({ scenarios, seed: "looks", level: LEVEL, tests: 1 });
  const all = Array.from({ length: SERIES }, (_, at) =>
    holds(changes, looks, makeRandom("looks", flags.seed, changes.name, n, at)),
  );
  const share = (is: (one: (typeof all)[number]) => boolean) => percent(all.filter(is).length / SERIES);
  return [
    `${changes.name}, ${n} scenarios`,
    share((one) => one.holds),
    share((one) => one.early),
    short(mean(all.map(({ bias }) => bias))!),
  ];
}

printTable(
  ["changes", "interval holds, %", "stopped early, %", "estimate off by"],
  [normal(0), normal(0.05), normal(0.1), recorded(0.05)].map((changes) => rowOf(changes, 52)),
);
