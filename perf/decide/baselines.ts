/**
 * How often the gate fails a build that changed nothing, against the luckiest of 60 baselines: of one run each, and of the mean of several;
 * by the default `min_effect`, and by that which a self-test on six runs asks for. A run is moved
 * as a whole, and each score by itself.
 * `node --import tsx perf/decide/baselines.ts [--builds 400] [--seed 4303]`
 */
import { parseArgs } from "node:util";
import { makeRandom, type Random } from "../../base/random.ts";
import { mean } from "../../measure/statistics/basics/describe.ts";
import { normalQuantile, tQuantile } from "../../measure/statistics/basics/distributions.ts";
import { betweenRuns, differenceDeviation } from "../../measure/statistics/power/between-runs.ts";
import { type Rule, stateOf } from "../gate/decision.ts";
import { percent, printTable, short } from "./print.ts";

const { values: flags } = parseArgs({
  options: { builds: { type: "string", default: "400" }, seed: { type: "string", default: "4303" } },
});
const BUILDS = Number(flags.builds);
const BASELINES = 60;
const RUNS = [1, 5];
const DEFAULT = 0.02;
/** Runs of a self-test, and systems that are drawn. */
const [SELF_TEST, UNIVERSES] = [6, 20];

interface System {
  name: string;
  scenarios: number;
  binary: boolean;
  /** Standard deviations of a score from run to run, and of a whole run. */
  noise: number;
  moved: number;
}

const SYSTEMS: readonly System[] = [52, 200].flatMap((scenarios) =>
  [0, 0.03, 0.06].flatMap((moved) => [
    { name: `scores, ${scenarios} scenarios, runs sd ${short(moved)}`, scenarios, binary: false, noise: 0.2, moved },
    { name: `passes, ${scenarios} scenarios, runs sd ${short(moved)}`, scenarios, binary: true, noise: 0, moved },
  ]),
);

/** The truth of the scenarios is the system's own. */
function makeRun({ scenarios, binary, noise, moved }: System, truth: readonly number[], random: Random): number[] {
  const shift = moved * normalQuantile(random());
  return Array.from({ length: scenarios }, (_, at) => {
    const level = truth[at]! + shift;
    return binary ? Number(random() < level) : Math.min(1, Math.max(0, level + noise * normalQuantile(random())));
  });
}

/** Smallest loss that keeps a rule quiet, by a self-test on six runs; at least what the rule has by default. */
function quietFrom(system: System, truth: readonly number[], random: Random): number {
  const between = betweenRuns(Array.from({ length: SELF_TEST }, () => makeRun(system, truth, random)))!;
  return Math.max(DEFAULT, tQuantile(0.95, system.scenarios - 1) * differenceDeviation(between, 0.95));
}

/** Share of unchanged builds that are red against the luckiest baseline, by the default rule and by that of the self-test; the mean over some systems. */
function redAgainstLuckiest(system: System, runs: number) {
  const all = Array.from({ length: UNIVERSES }, (_, universe) => {
    const random = makeRandom("baselines", flags.seed, system.name, runs, universe);
    const truth = Array.from({ length: system.scenarios }, () => 0.35 + 0.4 * random());
    const quiet = quietFrom(system, truth, random);
    const baselines = Array.from({ length: BASELINES }, () => {
      const made = Array.from({ length: runs }, () => makeRun(system, truth, random));
      return truth.map((_, at) => mean(made.map((run) => run[at]!))!);
    });
    const luckiest = baselines.reduce((best, one) => (mean(one)! > mean(best)! ? one : best));
    const builds = Array.from({ length: BUILDS / UNIVERSES }, () =>
      makeRun(system, truth, random).map((score, at) => score - luckiest[at]!),
    );
    const red = (minEffect: number) => builds.filter((changes) => isRed(changes, minEffect)).length / builds.length;
    return { quiet, byDefault: red(DEFAULT), byQuiet: red(quiet) };
  });
  const average = (of: (one: (typeof all)[number]) => number) => mean(all.map(of))!;
  return {
    quiet: average(({ quiet }) => quiet),
    byDefault: percent(average(({ byDefault }) => byDefault)),
    byQuiet: percent(average(({ byQuiet }) => byQuiet)),
  };
}

function isRed(changes: readonly number[], minEffect: number): boolean {
  const rule: Rule = { by: null, min_effect: minEffect, level: 0.05 };
  return stateOf({ configurations: [changes], families: changes.map(() => 0) }, rule) === "failed";
}

printTable(
  [
    "unchanged builds red, %",
    ...RUNS.map((runs) => `${runs} run${runs > 1 ? "s" : ""}, \`min_effect\` ${short(DEFAULT)}`),
    ...RUNS.map((runs) => `${runs} run${runs > 1 ? "s" : ""}, of a self-test`),
    "`min_effect` of the self-test",
  ],
  SYSTEMS.map((system) => {
    const found = RUNS.map((runs) => redAgainstLuckiest(system, runs));
    const quiet = short(mean(found.map((one) => one.quiet))!);
    return [system.name, ...found.map((one) => one.byDefault), ...found.map((one) => one.byQuiet), quiet];
  }),
);
