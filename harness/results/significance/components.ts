import { parseDecimal } from "../../../base/blank.ts";
import { countOf } from "../../../base/counts.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { fitMixedModel, type MixedModel, type RandomTerm } from "../../../measure/statistics/factorial/mixed-model.ts";
import { formatNumber } from "../../print/format-number.ts";
import { absentColumns, type CsvTable, quoted } from "../../print/tabular/read-csv.ts";
import { printable, right, table } from "../../print/text.ts";

export interface ComponentsFlags {
  /** Column of the values. */
  value: string;
  /** Columns whose levels are a sample; `a:b` for the levels of both together, `x|a` for a slope on x that varies with a. */
  random: readonly string[];
  /** Columns whose effects are estimated: numbers as they are, words against the first in their order. */
  fixed?: readonly string[];
  ml?: boolean;
}

export interface Components extends Omit<MixedModel, "fixed"> {
  observations: number;
  /** Left out for a missing cell. */
  incomplete: number;
  fixed: readonly { name: string; estimate: number; standardError: number }[];
}

/** The model is dense: from here on it takes minutes. */
const MOST_GROUPS = 600;

/** Variance components and fixed effects of a table with one line a value, balanced or not. @throws UserError `input` */
export function varianceComponents(csv: CsvTable, { value, random, fixed = [], ml }: ComponentsFlags): Components {
  const used = [value, ...fixed, ...random.flatMap((term) => term.split(/[:|]/))];
  const absent = absentColumns(csv, used);
  if (absent.length > 0) throw new UserError("input", "columns that are not there", { problems: absent });
  const rows = csv.rows.filter((row) => used.every((name) => row[name] !== null)) as Record<string, string>[];
  const terms = random.map((name) => termOf(rows, name));
  const effects = [{ name: "(mean)", of: () => 1 }, ...fixed.flatMap((name) => effectsOf(rows, name))];
  refuseUnfit(rows, { values: [value, ...random.flatMap((term) => term.split("|").slice(0, -1))], terms });
  const model = fitMixedModel({
    y: rows.map((row) => parseDecimal(row[value]!)!),
    fixed: rows.map((row) => effects.map(({ of }) => of(row))),
    random: terms,
    method: ml ? "ML" : "REML",
  });
  return {
    ...model,
    observations: rows.length,
    incomplete: csv.rows.length - rows.length,
    fixed: model.fixed.map((effect, at) => ({ name: effects[at]!.name, ...effect })),
  };
}

function termOf(rows: readonly Record<string, string>[], name: string): RandomTerm {
  const [group = "", slope] = name.split("|").reverse();
  const levelOf = (row: Record<string, string>) => JSON.stringify(group.split(":").map((column) => row[column]));
  const numbers = slope === undefined ? undefined : rows.map((row) => parseDecimal(row[slope]!)!);
  return { name, group: rows.map(levelOf), slope: numbers };
}

function effectsOf(rows: readonly Record<string, string>[], name: string) {
  const levels = [...new Set(rows.map((row) => row[name]!))].sort(compareText);
  if (levels.every((level) => parseDecimal(level) !== null))
    return [{ name, of: (row: Record<string, string>) => parseDecimal(row[name]!)! }];
  return levels.slice(1).map((level) => ({
    name: `${name} ${level} - ${levels[0]}`,
    of: (row: Record<string, string>) => Number(row[name] === level),
  }));
}

/** @throws UserError with every reason why nothing can be estimated. */
function refuseUnfit(
  rows: readonly Record<string, string>[],
  { values, terms }: { values: readonly string[]; terms: readonly RandomTerm[] },
): void {
  const groups = terms.map(({ name, group }) => ({ name, count: new Set(group).size }));
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const problems = [
    ...values.flatMap((name) => {
      const word = rows.map((row) => row[name]!).find((text) => parseDecimal(text) === null);
      return word === undefined ? [] : [`${quoted(name)} holds ${quoted(word)}, not a number`];
    }),
    ...groups
      .filter(({ count }) => count < 2 || count >= rows.length)
      .map(({ name, count }) => `${quoted(name)} has ${countOf(count, "level")} in ${countOf(rows.length, "value")}`),
    ...(total > MOST_GROUPS ? [`${total} levels of random terms, at most ${MOST_GROUPS} can be fitted`] : []),
  ];
  if (problems.length === 0) return;
  throw new UserError("input", "no variance components can be estimated", {
    problems,
    hint: "a random term needs at least two levels, and fewer than there are values",
  });
}

export function renderComponents({ components, residual, fixed, ...rest }: Components, width: number): string {
  const clean = (text: string) => printable(text, { singleLine: true });
  const variances = Object.entries(components).flatMap(([name, { intercept, slope, correlation }]) => [
    [name, intercept] as const,
    ...(slope === null ? [] : [[`${name} slope, correlation ${formatNumber(correlation)}`, slope] as const]),
  ]);
  const left = rest.incomplete > 0 ? `, ${rest.incomplete} left out for a missing cell` : "";
  return [
    `${countOf(rest.observations, "value")}${left}`,
    "",
    table(
      [{ title: "component" }, right("variance"), right("sd")],
      [...variances, ["(residual)", residual] as const].map(([name, variance]) => [
        clean(name),
        formatNumber(variance),
        formatNumber(Math.sqrt(variance)),
      ]),
      width,
    ),
    "",
    table(
      [{ title: "fixed effect" }, right("estimate"), right("se")],
      fixed.map(({ name, estimate, standardError }) => [
        clean(name),
        formatNumber(estimate),
        formatNumber(standardError),
      ]),
      width,
    ),
  ].join("\n");
}
