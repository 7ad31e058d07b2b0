/**
 * Simulates every interval, test, power formula and the factorial decomposition, and prints the tables of
 * docs/method/statistics.md: `node --import tsx perf/statistics.ts [--runs 2000]`. About five minutes.
 */
import { parseArgs } from "node:util";
import { CLUSTERED, simulateClustered } from "./statistics/clustered.ts";
import { COVERAGE, simulateCoverage } from "./statistics/coverage.ts";
import { NULL_P, simulateHolm, simulateNull } from "./statistics/null-p.ts";
import { simulatePlanted } from "./statistics/planted.ts";
import { POWER_CASES, simulatePower } from "./statistics/simulated-power.ts";

const { values: flags } = parseArgs({ options: { runs: { type: "string", default: "2000" } } });
const runs = Number(flags.runs);
const print = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

print("95 % interval", `coverage of ${runs}`);
print("---", "---");
for (const name of Object.keys(COVERAGE)) print(name, percent(simulateCoverage(name, runs)));
process.stdout.write("\n");
print("p under the null", "distance from uniform", "99 % limit", "p <= 0.05");
print("---", "---", "---", "---");
for (const name of Object.keys(NULL_P)) {
  const { distance, limit, atLevel } = simulateNull(name, runs);
  print(name, distance.toFixed(4), limit.toFixed(4), percent(atLevel));
}
for (const shared of [false, true])
  print(
    `Holm over 10 ${shared ? "dependent" : "independent"} tests, any rejected`,
    "",
    "",
    percent(simulateHolm(10 * runs, shared)),
  );
process.stdout.write("\n");
const both = ({ naive, clustered }: { naive: number; clustered: number }) =>
  `${percent(naive)} / ${percent(clustered)}`;
print("p <= 0.05 under the null, naive / clustered", "slope", "Bland-Altman's slope", "Spearman");
print("---", "---", "---", "---");
for (const design of CLUSTERED) {
  const { line, difference, rank } = simulateClustered(design, runs);
  print(design.name, both(line), both(difference), both(rank));
}
process.stdout.write("\n");
print("power", "predicted", `simulated, ${5 * runs} studies`);
print("---", "---", "---");
for (const name of Object.keys(POWER_CASES)) {
  const { predicted, simulated } = simulatePower(name, 5 * runs);
  print(name, percent(predicted), percent(simulated));
}
process.stdout.write("\n");
const { rows, found, invented } = simulatePlanted(Math.ceil(runs / 4));
print("planted", "truth", "mean estimate", "coverage");
print("---", "---", "---", "---");
for (const { name, truth, mean, coverage } of rows) print(name, truth.toFixed(4), mean.toFixed(4), percent(coverage));
print("interaction found (p <= 0.05)", "", "", percent(found));
print("effect of knowledge found, though not there", "", "", percent(invented));
