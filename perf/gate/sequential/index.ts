/**
 * The gate in looks beside the same gate at once: false alarms, misses and executions, over losses that are planted in differences of real
 * systems. `1 x` is the loss that the fixed gate's test finds 4 times in 5; 0, .5, .75, 1.5 and 2 times it are planted by tilting, with nothing but the values that occur. With three repeats they correlate by .5 within a question.
 *
 *   node --import tsx perf/gate/sequential/index.ts [--series 1000] [--seed 4001]
 *
 * --series: of each cell, the same for both gates; from 200 scenarios on half as many. Progress goes to standard error.
 */
import { makeRandom } from "../../../base/random.ts";
import { planLooks } from "../../../harness/results/compare/sequential/plan.ts";
import { mean, standardDeviation } from "../../../measure/statistics/basics/describe.ts";
import { DIFFERENCE_OF_SHARES } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { detectableMean } from "../../../measure/statistics/power/bounded-mean.ts";
import { argumentsOf } from "../../../scripts/arguments.ts";
import { type Rule, stateOf } from "../decision.ts";
import { seriesEnd } from "./decision.ts";
import { drawChanges, readVectors, tilted, type Vector } from "./vectors.ts";

const { values: flags } = argumentsOf(import.meta.filename, {
  series: { type: "string", default: "1000" },
  seed: { type: "string", default: "4001" },
});
const SERIES = Number(flags.series);
const SCENARIOS = [14, 38, 52, 200, 520];
const REPEATS = [1, 3];
const MULTIPLES = [0, 0.5, 0.75, 1, 1.5, 2];
const LEVEL = 0.05;
/** Smallest loss that matters: the one that can be found, or as by default, which is less. */
const RULES = ["found", 0.02] as const;
const VECTORS = readVectors();

interface Cell {
  vector: string;
  rule: (typeof RULES)[number];
  n: number;
  repeats: number;
  multiple: number;
  /** Shares of the series. */
  fixed: number;
  sequential: number;
  /** Passed without reserve. */
  fixedPassed: number;
  sequentialPassed: number;
  /** Scenarios asked, of all. */
  executions: number;
}

const cells = SCENARIOS.flatMap((n) =>
  REPEATS.flatMap((repeats) => {
    const found = RULES.flatMap((rule) => VECTORS.flatMap((vector) => cellsOf(vector, { n, repeats, rule })));
    console.error(`${n} scenarios, ${repeats} repeats`);
    return found;
  }),
);
printUnchanged();
printLosses();
printDefault();
printVectors();

function cellsOf(vector: Vector, { n, repeats, rule: kind }: Pick<Cell, "n" | "repeats" | "rule">): Cell[] {
  const found = detectable(vector, { n, repeats });
  if (found === null) return [];
  const rule: Rule = { by: null, min_effect: kind === "found" ? found : kind, level: LEVEL };
  const looks = looksOf(n);
  return (kind === "found" ? MULTIPLES : [0, 1]).flatMap((multiple) => {
    const planted = tilted(vector, -multiple * found);
    if (planted === null) return [];
    const count = n < 200 ? SERIES : SERIES / 2;
    const all = Array.from({ length: count }, (_, at) => {
      // The same for both gates.
      const random = makeRandom("gate-looks", flags.seed, vector.name, n, repeats, multiple, at);
      const changes = drawChanges(planted, { n, repeats }, random);
      const fixed = stateOf({ configurations: [changes], families: changes.map(() => 0) }, rule);
      return { fixed, ended: seriesEnd(changes, looks, rule) };
    });
    const share = (is: (one: (typeof all)[number]) => boolean) => all.filter(is).length / count;
    return {
      ...{ vector: vector.name, rule: kind, n, repeats, multiple },
      fixed: share(({ fixed }) => fixed === "failed"),
      sequential: share(({ ended }) => ended.state === "failed"),
      fixedPassed: share(({ fixed }) => fixed === "passed"),
      sequentialPassed: share(({ ended }) => ended.state === "passed"),
      executions: mean(all.map(({ ended }) => ended.asked / n))!,
    };
  });
}

/** What the fixed gate's test finds 4 times in 5; null where no loss is. */
function detectable(vector: Vector, { n, repeats }: { n: number; repeats: number }): number | null {
  const random = makeRandom("gate-looks", "spread", vector.name, repeats);
  const centred = tilted(vector, 0);
  if (centred === null) return null;
  const sd = standardDeviation(drawChanges(centred, { n: 4000, repeats }, random))!;
  return detectableMean({ n, sd, alpha: LEVEL, range: DIFFERENCE_OF_SHARES });
}

function looksOf(n: number) {
  const scenarios = Array.from({ length: n }, (_, at) => ({ id: `s${at}`, family: "one", cluster: `s${at}` }));
  return planLooks({ scenarios, seed: "looks", level: LEVEL, tests: 1 }).looks;
}

function at(n: number, repeats: number, multiple: number, rule: Cell["rule"] = "found"): Cell[] {
  return cells.filter(
    (cell) => cell.rule === rule && cell.n === n && cell.repeats === repeats && cell.multiple === multiple,
  );
}

function eachDesign<Row>(row: (n: number, repeats: number) => Row): Row[] {
  return SCENARIOS.flatMap((n) => REPEATS.map((repeats) => row(n, repeats)));
}

/** Nothing is lost in the mean. */
function printUnchanged(): void {
  head("no loss", ["false alarms %, fixed", "in looks", "highest of a vector, in looks", "executions %", "vectors"]);
  for (const line of eachDesign((n, repeats) => {
    const found = at(n, repeats, 0);
    const most = Math.max(...found.map(({ sequential }) => sequential));
    const of = (key: "fixed" | "sequential" | "executions") => percent(mean(found.map((cell) => cell[key]))!);
    return [name(n, repeats), of("fixed"), of("sequential"), percent(most), of("executions"), String(found.length)];
  }))
    print(line);
  console.log("");
}

/** Means over the vectors that can lose so much. */
function printLosses(): void {
  head(
    "a loss",
    MULTIPLES.slice(1).flatMap((multiple) => [`${short(multiple)} x: missed %, fixed`, "in looks", "executions %"]),
  );
  for (const line of eachDesign((n, repeats) => [
    name(n, repeats),
    ...MULTIPLES.slice(1).flatMap((multiple) => {
      const found = at(n, repeats, multiple);
      if (found.length === 0) return ["-", "-", "-"];
      const of = (value: (cell: Cell) => number) => percent(mean(found.map(value))!);
      return [of(({ fixed }) => 1 - fixed), of(({ sequential }) => 1 - sequential), of(({ executions }) => executions)];
    }),
  ]))
    print(line);
  console.log("");
}

/** A rule of the default size, below what can be found: unchanged, and at the loss that can be. */
function printDefault(): void {
  const columns = [
    "no loss: called %, fixed",
    "in looks",
    "executions %",
    "1 x: missed %, fixed",
    "in looks",
    "executions %",
  ];
  head("`min_effect` .02", columns);
  for (const line of eachDesign((n, repeats) => {
    const [none, lost] = [at(n, repeats, 0, 0.02), at(n, repeats, 1, 0.02)];
    const of = (found: readonly Cell[], value: (cell: Cell) => number) => percent(mean(found.map(value))!);
    return [
      ...[name(n, repeats), of(none, ({ fixed }) => fixed), of(none, ({ sequential }) => sequential)],
      ...[of(none, ({ executions }) => executions), of(lost, ({ fixed }) => 1 - fixed)],
      ...[of(lost, ({ sequential }) => 1 - sequential), of(lost, ({ executions }) => executions)],
    ];
  }))
    print(line);
  console.log("");
}

/** At the loss that matters: each vector by itself, and how often a series passes without reserve where it must not. */
function printVectors(): void {
  const columns = [
    "scenarios",
    "missed %, fixed",
    "in looks",
    "more missed, points",
    "passed %, fixed",
    "in looks",
    "executions %",
  ];
  head("the loss that matters", columns);
  for (const { name: vector } of VECTORS)
    for (const n of SCENARIOS)
      for (const cell of at(n, 1, 1).filter((one) => one.vector === vector))
        print([
          ...[vector, String(n), percent(1 - cell.fixed), percent(1 - cell.sequential)],
          percent(cell.fixed - cell.sequential),
          ...[percent(cell.fixedPassed), percent(cell.sequentialPassed), percent(cell.executions)],
        ]);
  console.log("");
}

function head(title: string, columns: readonly string[]): void {
  print([title, ...columns]);
  console.log(`|---|${"---:|".repeat(columns.length)}`);
}

function print(line: readonly string[]): void {
  console.log(`| ${line.join(" | ")} |`);
}

function name(n: number, repeats: number): string {
  return `${n} scenarios, ${repeats === 1 ? "once" : `${repeats} repeats`}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function short(value: number): string {
  return String(value).replace(/^0/, "");
}
