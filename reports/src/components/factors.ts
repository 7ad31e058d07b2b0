import { WORKFLOWS } from "../../../agent/contract/contract.ts";
import { countOf } from "../../../base/counts.ts";
import { count, decimal, metricLabel, percent, pValue, withSigns } from "../../../harness/print/format.ts";
import type { FactorEffects } from "../../../harness/results/analyses/factors.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import {
  factorLabel,
  isFurther,
  levelLabel,
  levelsLabel,
  selectLevels,
} from "../../../harness/show/figures/factor-level.ts";
import type { FactorMove, FactorsData, Interaction } from "../../../harness/show/report/pages/factors.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { numberLink, withExecutions } from "./links.ts";
import { formatValue, type TableColumn, table } from "./table.ts";

type Factor = FactorEffects["factors"][number];
type Pair = Omit<Factor["pairs"][number], "holm_p"> & Pick<Factor, "factor" | "levels"> & { holm_p: number | null };

/** One row a factor: the two levels that lie furthest apart, and which levels nothing tells apart. The factor that moves most first. */
export function factorMoves({ moves, factors }: FactorsData): HTMLElement {
  const metrics = factors.map(({ metric }) => ({ value: metric, label: metricLabel(metric) }));
  return choice({ name: "metric", label: "metric", options: metrics, preferred: "ndcg@10" }, (metric) => {
    const all = moves.filter((move) => move.metric === metric);
    const own = all.filter(({ widest }) => widest !== null);
    const size = ({ widest }: FactorMove) => Math.abs(widest?.difference ?? 0);
    const rows = [...own].sort((a, b) => size(b) - size(a));
    if (rows.length === 0) return h("p", { class: "nothing" }, all.length === 0 ? ONE_LEVEL : NOTHING_SHARED);
    const effects = factors.find((one) => one.metric === metric)?.factors ?? [];
    const levelsAt = (factor: string) => effects.find((one) => one.factor === factor)?.levels ?? [];
    return h("div", {}, table("What each factor moves", moveColumns(metric, levelsAt), rows), moveCaption(rows));
  });
}

function moveColumns(metric: string, levelsAt: (factor: string) => Factor["levels"]): TableColumn<FactorMove>[] {
  const number = (label: string, of: string, text: (row: FactorMove) => string): TableColumn<FactorMove> => ({
    label,
    numeric: true,
    cell: (row) =>
      row.widest === null
        ? "–"
        : numberLink(text(row), {
            ...sides(metric, { ...row.widest, factor: row.factor, levels: levelsAt(row.factor) }),
            ...{ of, at: row.factor },
          }),
  });
  return [
    { label: "factor", cell: ({ factor }) => factorLabel(factor) },
    number("pairs told apart", "compared", ({ told, pairs }) => `${count(told)} of ${count(pairs)}`),
    {
      label: "furthest apart",
      cell: ({ factor, widest }) =>
        widest === null ? "–" : withSigns(levelsLabel(factor, widest.first, widest.second)),
    },
    number(`difference in ${metricLabel(metric)}`, "difference", ({ widest }) => signed(widest!.difference)),
    number("95 % at least", "interval", ({ widest }) => signedInterval(widest!.low, widest!.high)),
    number("95 % by paired t", "interval", ({ widest }) =>
      signedInterval(widest!.t_low ?? null, widest!.t_high ?? null),
    ),
    number("p, Holm-corrected", "corrected p", ({ widest }) => formatValue(widest!.holm_p, "p")),
    {
      label: "equal in everything compared",
      cell: ({ factor, equal }) =>
        equal
          .map((group) => `any of ${group.length}: ${group.map((one) => ownLabel(factor, one)).join(", ")}`)
          .join("; "),
    },
  ];
}

/** Where the factor stands beside it. */
function ownLabel(factor: string, level: string): string {
  return isFurther(factor) ? level : levelLabel(factor, level);
}

function moveCaption(rows: readonly FactorMove[]): HTMLElement {
  const told = rows.filter(({ told }) => told > 0);
  const head =
    told.length === 0
      ? "No factor's levels can be told apart."
      : `Levels can be told apart of ${told.map(({ factor }) => factorLabel(factor)).join(", ")}${told.length === rows.length ? "" : `, and not of ${listed(rows.filter((row) => !told.includes(row)))}`}.`;
  return h(
    "p",
    { class: "caption" },
    h("b", {}, head),
    " The pair of a factor's levels with the largest difference, other factors equal; Holm over all pairs of the metric, so over all that could have been it; both intervals are of that pair alone. At least: for scores of every distribution, agreeing with p; decide by it. By paired t: nearer to 95 %, where means over so many scenarios are about normal. Equal: the same on every scenario in every metric that is compared.",
  );
}

function listed(rows: readonly FactorMove[]): string {
  return rows.map(({ factor }) => factorLabel(factor)).join(", ");
}

/** Interactions of two factors as grids of means, each with its share of the variance. */
export function factorInteractions({ interactions, factors, decomposed }: FactorsData): HTMLElement {
  const metrics = factors.map(({ metric }) => ({ value: metric, label: metricLabel(metric) }));
  return choice({ name: "metric", label: "metric", options: metrics, preferred: "ndcg@10" }, (metric) => {
    const own = interactions.filter((one) => one.metric === metric);
    return own.length === 0
      ? h("p", { class: "nothing" }, noInteraction(factors, decomposed.includes(metric)))
      : h("div", {}, ...own.map(interactionGrid), h("p", { class: "caption" }, INTERACTIONS));
  });
}

function noInteraction(factors: FactorsData["factors"], isDecomposed: boolean): string {
  if (!factors.some(({ factors: all }) => all.filter(varies).length > 1)) return ONE_FACTOR;
  return isDecomposed ? NO_INTERACTION : NOT_DECOMPOSED;
}

const varies = ({ levels }: Factor) => levels.length > 1;
const NOTHING_SHARED = "No two levels of a factor have this number on the same scenarios.";
const NOT_DECOMPOSED = "No variance of this metric can be decomposed: no scenario has all its values.";
const ONE_LEVEL = "Every factor has one level: there is nothing to compare.";
const ONE_FACTOR = "An interaction takes two factors of two levels and more.";
const NO_INTERACTION =
  "No interaction of factors is told apart from chance, and none has more than 5 % of the variance of this metric.";
const INTERACTIONS =
  "Interactions with a corrected p below 0.05 (sign flips over scenarios, Holm over the effects of a metric) or more than 5 % of the variance. A cell: mean of the means of its configurations. Were the two factors independent, the differences along each row would be the same.";

function interactionGrid({ metric, factors, part, configurations, share, holm_p, cells }: Interaction): HTMLElement {
  const names = factors.map(factorLabel).join(" × ");
  const number = (of: string, text: string) =>
    numberLink(text, {
      ...MATRIX,
      ...(configurations && { configuration: configurations.join(",") }),
      ...{ metric, has: "value", paired: "configuration", of, at: factors.join(" x ") },
    });
  const what = [
    ...[`${names}${part === null ? "" : ` (${part})`}: `, number("variance share", percent(share))],
    ...[" of the variance, corrected ", number("variance p", pValue(holm_p))],
  ];
  const [first = "", second = ""] = factors;
  const rows = [...new Set(cells.map(({ levels: [level] }) => level))];
  const columns = [...new Set(cells.map(({ levels: [, level] }) => level))];
  if (cells.length === 0) return h("p", {}, what);
  const cellAt = (row: string, column: string) => {
    const cell = cells.find(({ levels }) => levels[0] === row && levels[1] === column);
    return cell
      ? numberLink(decimal(cell.mean, 3), { configuration: cell.configurations.join(","), metric, of: "mean" })
      : "–";
  };
  return h(
    "div",
    {},
    h("h3", {}, what),
    table(
      `Means by ${names}`,
      [
        { label: factorLabel(first), cell: (row: string) => levelLabel(first, row) },
        ...columns.map((column) => ({
          label: levelLabel(second, column),
          numeric: true,
          cell: (row: string) => cellAt(row, column),
        })),
      ],
      rows,
    ),
  );
}

/** Means of each factor's levels over the other factors, and the tests of their differences; the metric is chosen in the address. */
export function factorEffects({ factors }: FactorsData): HTMLElement {
  const options = factors.map(({ metric }) => ({ value: metric, label: metricLabel(metric) }));
  return choice({ name: "metric", label: "metric", options, preferred: "ndcg@10" }, (metric) => {
    const own = factors.find((effects) => effects.metric === metric)?.factors ?? [];
    return h("div", {}, levels(metric, own), differences(metric, own));
  });
}

function levels(metric: string, factors: readonly Factor[]): HTMLElement {
  const rows = factors.flatMap(({ factor, levels: all }) => all.map((level) => ({ factor, ...level })));
  return table(
    "Means of levels",
    [
      { label: "factor", cell: (row: (typeof rows)[number]) => factorLabel(row.factor) },
      { label: "level", cell: (row) => levelLabel(row.factor, row.level) },
      {
        label: `mean ${metricLabel(metric)}`,
        numeric: true,
        cell: (row) =>
          numberLink(decimal(row.mean, 3), {
            ...MATRIX,
            ...selected(selectLevels(row.factor, [row.level], { levels: [row], configurations: row.configurations })),
            metric,
            of: "scenario mean",
          }),
      },
    ],
    rows,
  );
}

/** Agents that are not made of the factors have no level of them. */
const MATRIX = { workflow: WORKFLOWS.join(",") };

/** Both levels, on the scenarios that both have a number for. */
function sides(metric: string, { factor, first, second, levels: all, configurations }: Pair): Target {
  const chosen = selectLevels(factor, [first, second], { levels: all, configurations });
  return { ...MATRIX, ...selected(chosen), metric, has: "value", paired: chosen.factor };
}

function selected({ factor, sides: names }: ReturnType<typeof selectLevels>): Target {
  return { [factor]: names };
}

function differences(metric: string, factors: readonly Factor[]): HTMLElement {
  const rows: Pair[] = factors.flatMap(({ factor, pairs, levels: all }) =>
    pairs.map((pair) => ({ factor, levels: all, ...pair })),
  );
  const link = (of: string, text: (row: Pair) => string) => (row: Pair) =>
    numberLink(text(row), { ...sides(metric, row), of, at: row.factor });
  const columns: TableColumn<Pair>[] = [
    {
      label: "difference of",
      cell: ({ factor, first, second }) => withSigns(levelsLabel(factor, first, second)),
    },
    { label: "difference", numeric: true, cell: link("difference", (row) => signed(row.difference)) },
    { label: "p", numeric: true, cell: link("p", (row) => formatValue(row.p, "p")) },
    { label: "p, Holm-corrected", numeric: true, cell: link("corrected p", (row) => formatValue(row.holm_p, "p")) },
    { label: "p, max-T", numeric: true, cell: link("corrected p", (row) => formatValue(row.max_tp ?? null, "p")) },
    { label: "scenarios", numeric: true, cell: link("scenarios", (row) => count(row.n)) },
  ];
  return h(
    "div",
    {},
    table("Differences of levels", columns, rows),
    h(
      "p",
      { class: "caption" },
      withExecutions(h("b", {}, describe(rows)), { ...MATRIX, metric }),
      " Paired over scenarios: each scenario's mean over the other factors, a paired test of the mean, Holm over all pairs of the metric; max-T, by sign flips, finds more where differences are symmetric.",
      ...aliasSentence(factors),
    ),
  );
}

/** What a fraction of a design cannot tell apart stands beside its numbers. */
function aliasSentence(factors: readonly Factor[]): string[] {
  const aliased = factors.flatMap(({ factor, aliases = [] }) =>
    aliases.length > 0
      ? [[factorLabel(factor), ...aliases.map((alias) => alias.replaceAll("_", " "))].join(" = ")]
      : [],
  );
  return aliased.length > 0 ? [` A fraction of a design, which cannot tell apart: ${aliased.join("; ")}.`] : [];
}

function describe(rows: readonly Pair[]): string {
  const significant = rows.filter(({ holm_p }) => holm_p !== null && holm_p < 0.05);
  if (significant.length === 0) return "No two levels differ significantly.";
  const [widest] = [...significant].sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0));
  const verb = significant.length === 1 ? "differs" : "differ";
  return `${significant.length} of ${countOf(rows.length, "pair")} ${verb} significantly; the widest difference of ${significant.length === 1 ? "it" : "these"} is ${levelLabel(widest!.factor, widest!.first)} against ${levelLabel(widest!.factor, widest!.second)} (${signed(widest!.difference)}).`;
}

function signedInterval(low: number | null, high: number | null): string {
  return low === null ? "–" : `${signed(low)} to ${signed(high)}`;
}

export function signed(value: number | null, digits = 3): string {
  if (value === null) return "–";
  const text = decimal(Math.abs(value), digits);
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}
