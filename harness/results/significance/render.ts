import stringWidth from "string-width";
import { countOf } from "../../../base/counts.ts";
import { formatInterval, formatNumber, formatP } from "../../print/format-number.ts";
import { fold, printable, right, table } from "../../print/text.ts";
import type { StatsResult } from "./analyse.ts";
import type { StatsOptions } from "./stats-options.ts";

/** Two systems in detail, more as a table of pairs. */
export function renderStats(result: StatsResult, options: StatsOptions & { width: number }): string {
  const head = `${countOf(result.items, "item")}${result.incomplete > 0 ? `, ${result.incomplete} left out for a missing value` : ""}`;
  const body = result.systems.length === 2 ? twoSystems(result, options) : manySystems(result, options);
  const texts = [head, "", ...body, "", ...reliability(result), ...grounds(result, options)];
  // Tables have their width already.
  return texts.map((text) => (text.includes("\n") ? text : fold(text, options.width))).join("\n");
}

function twoSystems({ pairs }: StatsResult, { level, width }: StatsOptions & { width: number }): string[] {
  const pair = pairs[0]!;
  const rows = pair.estimates.map(({ title, value, low, high }) => [
    clean(title),
    formatNumber(value),
    formatInterval(low, high),
  ]);
  return [
    table([{ title: "estimate" }, right("value"), right(`${100 * level} % interval`)], rows, width),
    "",
    table(
      [{ title: "test of no difference" }, right("p")],
      pair.tests.map(({ test, p }) => [test, formatP(p)]),
      width,
    ),
    ...(pair.equivalence
      ? [
          "",
          `equivalent within ${pair.equivalence.lower} to ${pair.equivalence.upper}: p ${formatP(pair.equivalence.p)} (${pair.equivalence.test})`,
        ]
      : []),
    ...(pair.detectable === null
      ? []
      : [
          "",
          `found with 80 % power by this many items, by ${pair.detectable_test}: a mean difference of ${formatNumber(pair.detectable)}`,
        ]),
  ];
}

function reliability({ items, generalizability: g }: StatsResult): string[] {
  if (g === null || !Number.isFinite(g.relative)) return [];
  const [order, level] = [formatNumber(g.relative), formatNumber(g.absolute)];
  return [
    `generalizability over ${countOf(items, "item")}: of the order, E(rho²) ${order}; of the level, Phi ${level}`,
  ];
}

/** What the tests rest on, and what they cannot reach. */
function grounds({ range, permutations, smallestPermutationP }: StatsResult, { tests, level }: StatsOptions): string[] {
  const drawn = tests.some((test) => test === "sign-flip" || test === "bootstrap");
  return [
    ...(tests.includes("mean")
      ? [
          range === null
            ? "mean: no p without --range"
            : `mean: for values from ${range.low} to ${range.high}, of any distribution`,
        ]
      : []),
    ...(drawn && smallestPermutationP > 1 - level
      ? [
          `no corrected p of ${permutations} permutations can be below ${formatP(smallestPermutationP)}: --correct max-t, or --test mean`,
        ]
      : []),
  ];
}

function manySystems(
  { systems, pairs, friedman, cochran, intervals }: StatsResult,
  { tests, correct, width }: StatsOptions & { width: number },
): string[] {
  const ranks = friedman
    ? systems.map((name, i) => ({ name, rank: friedman.meanRanks[i]! })).sort((a, b) => a.rank - b.rank)
    : [];
  return [
    ...pairTables(pairs, { method: intervals.method, tests, width }),
    "",
    `intervals: ${intervals.at}`,
    correct === "none"
      ? "p not corrected"
      : `p corrected over ${countOf(pairs.length, "pair")} by ${{ holm: "Holm", bh: "Benjamini-Hochberg", "max-t": "step-down max-T", tukey: "Tukey's randomised test" }[correct]}`,
    ...(cochran ? ["", `Cochran's Q: ${formatNumber(cochran.q)}, p ${formatP(cochran.p)}`] : []),
    ...(friedman
      ? [
          "",
          table(
            [{ title: "system, highest first" }, right("mean rank")],
            ranks.map(({ name, rank }) => [clean(name), rank.toFixed(3)]),
            width,
          ),
          "",
          `Friedman: chi-square ${formatNumber(friedman.chiSquare)}, p ${formatP(friedman.p)}; Nemenyi: mean ranks ${friedman.criticalDifference.toFixed(3)} apart differ significantly`,
        ]
      : []),
  ];
}

/** One table where it fits with whole names, else what is estimated and what is tested in two. */
function pairTables(
  pairs: StatsResult["pairs"],
  { method, tests, width }: Pick<StatsOptions, "tests"> & { method: string; width: number },
): string[] {
  const names = pairs.map(({ first, second }) => clean(`${first} - ${second}`));
  const estimated = pairs.map(({ estimates, interval }) => [
    formatNumber(estimates[2]!.value),
    formatInterval(interval.low, interval.high),
  ]);
  const tested = pairs.map(({ adjusted }) => adjusted.map(formatP));
  const [estimates, ps] = [
    [right("difference"), right(`interval (${method})`)],
    tests.map((test) => right(`p ${test}`)),
  ];
  const draw = (columns: typeof ps, cells: readonly string[][], room: number) =>
    table(
      [{ title: "pair" }, ...columns],
      names.map((name, at) => [name, ...cells[at]!]),
      room,
    );
  const all = estimated.map((cells, at) => [...cells, ...tested[at]!]);
  const whole = draw([...estimates, ...ps], all, Number.POSITIVE_INFINITY);
  return stringWidth(whole.split("\n")[0]!) <= width
    ? [whole]
    : [draw(estimates, estimated, width), "", draw(ps, tested, width)];
}

function clean(text: string): string {
  return printable(text, { singleLine: true });
}
