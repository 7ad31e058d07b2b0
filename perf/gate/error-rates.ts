/**
 * How often the gate errs and what it finds, over runs of 1 to 520 scenarios: rules over everything, by configuration and by family; scenarios'
 * changes that are smooth, tied, mostly zero, skewed, or passes and failures; and runs that are moved as wholes. The verdict is that of
 * `decision.ts`, held against the gate's own by test/harness/compare/simulation.test.ts. Seeds 1 to 99 and DEVELOPMENT are for working on it.
 *
 *   node --import tsx perf/gate/error-rates.ts [--pairs 1000] [--seed 2001] [--develop]
 *
 * --pairs: pairs of runs a cell; above 52 scenarios fewer, so that each takes as long. Progress goes to standard error.
 */
import { makeRandom } from "../../base/random.ts";
import { DIFFERENCE_OF_SHARES } from "../../harness/statistics/comparison/bounded-mean-test.ts";
import { wilsonInterval } from "../../harness/statistics/intervals/wilson.ts";
import { detectableMean } from "../../harness/statistics/power/bounded-mean.ts";
import { argumentsOf } from "../../scripts/arguments.ts";
import { type Case, drawChanges } from "./cases.ts";
import { stateOf } from "./decision.ts";
import { DEVELOPMENT, losing, type Population, REPORTED, spreadOf } from "./populations.ts";
import { LEVEL, rule, type Table, tablesOf, WHOLE } from "./tables.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  pairs: { type: "string", default: "1000" },
  seed: { type: "string", default: "2001" },
  develop: { type: "boolean", default: false },
});
const pairs = Number(flags.pairs);
const populations = flags.develop ? DEVELOPMENT : REPORTED;
const seed = flags.develop ? 1 : Number(flags.seed);
const SCENARIOS = [1, 2, 6, 8, 14, 26, 52, 130, 260, 520];
const TABLES = tablesOf(populations);
const PLANNED = SCENARIOS.filter((n) => n >= 14);
const started = Date.now();
const cells =
  TABLES.reduce((sum, { cases }) => sum + cases.length, 0) * SCENARIOS.length + populations.length * PLANNED.length;
let done = 0;

for (const { title, counted, promised, cases } of TABLES) {
  console.log(`| ${title} | rule | ${SCENARIOS.map((n) => `n ${n}`).join(" | ")} |`);
  console.log(`|---|---|${"---:|".repeat(SCENARIOS.length)}`);
  const found = cases.flatMap((one) => {
    const row = SCENARIOS.map((n) => cellOf(one, n, counted));
    console.log(`| ${one.population.name} | ${one.name} | ${row.map(({ text }) => text).join(" | ")} |`);
    return row;
  });
  console.log(promised ? `\n${boundsOf(found)}\n` : "");
}
console.log(`| a loss that is said to be found 4 times in 5: found, % | ${PLANNED.map((n) => `n ${n}`).join(" | ")} |`);
console.log(`|---|${"---:|".repeat(PLANNED.length)}`);
for (const population of populations)
  console.log(`| ${population.name} | ${PLANNED.map((n) => planned(population, n)).join(" | ")} |`);

interface Cell {
  count: number;
  of: number;
  text: string;
}

function cellOf(one: Case, n: number, counted: Table["counted"]): Cell {
  const of = Math.max(50, Math.round(n > 52 ? (pairs * 52) / n : pairs));
  let count = 0;
  for (let at = 0; at < of; at++) {
    // Common random numbers: the same for every rule on a population.
    const random = makeRandom("gate-errors", seed, one.population.name, n, at);
    if (stateOf(drawChanges(one, n, random), one.rule) === counted) count++;
  }
  progress();
  return { count, of, text: percent(count / of) };
}

/** The highest share, its interval, and how many cells lie above what is promised by more than chance explains. */
function boundsOf(cells: readonly Cell[]): string {
  const most = cells.reduce((a, b) => (b.count / b.of > a.count / a.of ? b : a));
  const { low, high } = wilsonInterval(most.count, most.of)!;
  const above = cells.filter(({ count, of }) => wilsonInterval(count, of)!.low > LEVEL / 2).length;
  return `highest: ${most.text} % (95 % interval ${percent(low)} to ${percent(high)})\nabove: ${above} of ${cells.length}`;
}

/** The loss that the power analysis plans for with this many scenarios, and how often it is found. */
function planned(population: Population, n: number): string {
  let loss: number | null = 0;
  // The spread is that of what is lost, too.
  for (let step = 0; step < 3 && loss !== null; step++) {
    const sd = spreadOf(losing(population, loss), makeRandom("spread", population.name, n));
    const design = { n, sd, alpha: LEVEL, range: DIFFERENCE_OF_SHARES, passOrFail: population.passOrFail === true };
    loss = detectableMean(design);
  }
  if (loss === null) return "none";
  const one: Case = { ...WHOLE, population, loss, rule: rule(null, 0.001) };
  return cellOf(one, n, "failed").text;
}

function progress(): void {
  done++;
  if (done % 20 > 0) return;
  const seconds = (Date.now() - started) / 1000;
  console.error(
    `${done} of ${cells} cells, ${Math.round(seconds)} s, ${Math.round((seconds * (cells - done)) / done)} s left`,
  );
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
