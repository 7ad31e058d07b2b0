import { compareText } from "../base/text-order.ts";
import type { ConformCase } from "./case.ts";
import type { CaseDifference, Conformity } from "./hold.ts";
import { RULES } from "./rules.ts";

/** As wide as the longest name of a class. */
const FIRST_COLUMN = Math.max(...Object.keys(RULES).map((name) => name.length));

/** One sentence: *ranx 0.3.21 agrees with trec_eval in 180 of 200 cases; differs in 15 (ties 12, ids 3); 5 not offered*. */
function verdictOf(
  { program, version, cases: count, agree, differ, notOffered, classes }: Conformity,
  cases: readonly ConformCase[],
): string {
  const name = version === null ? program : `${program} ${version}`;
  const where = classes.filter((item) => item.differ > 0).map((item) => `${item.about} ${item.differ}`);
  const parts = [
    `${name} agrees with ${"outputs" in cases[0]! ? "Inspect AI and scikit-learn" : "trec_eval"} in ${agree} of ${count} cases`,
    ...(differ > 0 ? [`differs in ${differ} (${where.join(", ")})`] : []),
    ...(notOffered > 0 ? [`${notOffered} not offered`] : []),
  ];
  return parts.join("; ");
}

/** The verdict, a table of the classes, and for each class that differs its smallest input. */
export function renderConformity(conformity: Conformity, cases: readonly ConformCase[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `${String(cells[0]).padEnd(FIRST_COLUMN)}  ${cells
      .slice(1, 4)
      .map((cell) => String(cell).padStart(6))
      .join("  ")}  ${String(cells[4]).padStart(11)}`;
  const table = [
    line(["class", "cases", "agree", "differ", "not offered"]),
    ...conformity.classes.map((item) => line([item.about, item.cases, item.agree, item.differ, item.notOffered])),
  ];
  const metrics = [
    line(["metric", "cases", "agree", "differ", "no value"]),
    ...conformity.metrics.map((item) => line([item.metric, item.cases, item.agree, item.differ, item.notOffered])),
  ];
  const smallest = smallestDifferences(conformity.differences, cases).flatMap(([difference, item]) => [
    "",
    ...describe(difference, item, conformity),
  ]);
  return [verdictOf(conformity, cases), "", ...table, "", ...metrics, ...smallest].join("\n");
}

/**
 * For each class that differs one difference: of the metric that differs in the fewest classes, which tells most of this one, the case
 * with the fewest lines.
 */
export function smallestDifferences(
  differences: readonly CaseDifference[],
  cases: readonly ConformCase[],
): [CaseDifference, ConformCase][] {
  const byId = new Map(cases.map((item) => [item.id, item]));
  const spread = (metric: string | null) =>
    new Set(differences.filter((item) => item.metric === metric).map(({ about }) => about)).size;
  const size = (item: ConformCase) => inputOf(item).flatMap(({ rows }) => rows).length;
  const pairs = differences.map((item) => ({ item, asked: byId.get(item.case)!, spread: spread(item.metric) }));
  pairs.sort((a, b) => a.spread - b.spread || size(a.asked) - size(b.asked) || compareText(a.item.case, b.item.case));
  return [...new Set(differences.map(({ about }) => about))].map((about) => {
    const { item, asked } = pairs.find((pair) => pair.item.about === about)!;
    return [item, asked];
  });
}

/** What a subject was given, by rows. */
function inputOf(item: ConformCase): { name: string; rows: readonly string[] }[] {
  const joined = (lines: readonly (readonly (string | number)[])[]) => lines.map((cells) => cells.join(" "));
  if ("qrels" in item)
    return [
      { name: "qrels", rows: joined(item.qrels) },
      { name: "run", rows: joined(item.run) },
    ];
  return [
    { name: "judge", rows: item.outputs.map((output) => JSON.stringify(output)) },
    { name: "people", rows: item.people.map((grade) => grade ?? "none") },
  ];
}

function describe(difference: CaseDifference, item: ConformCase, { classes }: Conformity): string[] {
  const rule = classes.find(({ about }) => about === difference.about)!.rule;
  return [
    `${difference.case}: ${rule}`,
    `  expected ${written(difference.metric, difference.expected)} (${item.source}), got ${gotOf(difference)}`,
    ...inputOf(item).map(({ name, rows }) => `  ${name.padEnd(6)} ${rows.join(" · ")}`),
  ];
}

function gotOf({ metric, got, said }: CaseDifference): string {
  return said === null ? (got === null ? "no number" : written(metric, got)) : `a refusal: ${said}`;
}

function written(metric: string | null, value: number | null): string {
  if (value === null && metric !== null) return `${metric} without a value`;
  return value === null ? "values" : `${metric} ${value.toFixed(6)}`;
}
