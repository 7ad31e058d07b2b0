/**
 * How often the gate errs and what it finds, over runs of 1 to 520 scenarios: rules over everything, by configuration and by family; scenarios'
 * changes that are smooth, tied, mostly zero, skewed, or passes and failures; and runs that are moved as wholes. The verdict is that of
 * `decision.ts`, held against the gate's own by test/harness/results/compare/simulation.test.ts. Seeds 1 to 99 and DEVELOPMENT are for working on it.
 *
 *   node --import tsx perf/gate/error-rates.ts [--pairs 1000] [--seed 3001] [--develop]
 *
 * --pairs: pairs of runs a cell. Of every table in which something is promised the highest cell is played again, with ten times as many pairs
 * of other runs: the highest of many cells is high by chance, too. Progress goes to standard error.
 */
import { makeRandom } from "../../base/random.ts";
import { DIFFERENCE_OF_SHARES } from "../../measure/statistics/comparison/bounded-mean-test.ts";
import { wilsonInterval } from "../../measure/statistics/intervals/wilson.ts";
import { detectableMean } from "../../measure/statistics/power/bounded-mean.ts";
import { argumentsOf } from "../../scripts/arguments.ts";
import { type Case, drawChanges } from "./cases.ts";
import { stateOf } from "./decision.ts";
import { DEVELOPMENT, losing, type Population, REPORTED, spreadOf } from "./populations.ts";
import { LEVEL, rule, type Table, tablesOf, WHOLE } from "./tables.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  pairs: { type: "string", default: "1000" },
  seed: { type: "string", default: "3001" },
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
    const row = SCENARIOS.map((n) => cellOf(one, n, { counted, of: pairs }));
    console.log(`| ${one.population.name} | ${one.name} | ${row.map(({ text }) => text).join(" | ")} |`);
    return row;
  });
  console.log(promised ? `\n${boundsOf(found, counted)}\n` : "");
}
console.log(`| a loss that is said to be found 4 times in 5: found, % | ${PLANNED.map((n) => `n ${n}`).join(" | ")} |`);
console.log(`|---|${"---:|".repeat(PLANNED.length)}`);
for (const population of populations)
  console.log(`| ${population.name} | ${PLANNED.map((n) => planned(population, n)).join(" | ")} |`);

interface Cell {
  one: Case;
  n: number;
  count: number;
  of: number;
  text: string;
}

function cellOf(
  one: Case,
  n: number,
  { counted, of, from = seed }: Pick<Table, "counted"> & Pick<Cell, "of"> & { from?: number },
): Cell {
  let count = 0;
  for (let at = 0; at < of; at++) {
    // Common random numbers: the same for every rule on a population.
    const random = makeRandom("gate-errors", from, one.population.name, n, at);
    if (stateOf(drawChanges(one, n, random), one.rule) === counted) count++;
  }
  progress();
  return { one, n, count, of, text: percent(count / of) };
}

/** The highest share, how many cells lie above what is promised by more than chance explains, and the highest again, by other runs. */
function boundsOf(cells: readonly Cell[], counted: Table["counted"]): string {
  const most = cells.reduce((a, b) => (b.count / b.of > a.count / a.of ? b : a));
  const above = cells.filter(({ count, of }) => wilsonInterval(count, of)!.low > LEVEL / 2).length;
  const again = cellOf(most.one, most.n, { counted, of: 10 * pairs, from: seed + 1 });
  return `highest: ${shareOf(most)}\nabove: ${above} of ${cells.length}\nagain: ${shareOf(again)}`;
}

function shareOf({ count, of, text }: Cell): string {
  const { low, high } = wilsonInterval(count, of)!;
  return `${text} % (95 % interval ${percent(low)} to ${percent(high)})`;
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
  return cellOf(one, n, { counted: "failed", of: pairs }).text;
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
