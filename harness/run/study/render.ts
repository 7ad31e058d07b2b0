import { countOf } from "../../../base/counts.ts";
import { formatP } from "../../print/format-number.ts";
import { plainLine, right, table, wrap } from "../../print/text.ts";
import type { ScaleResult, StudyResults } from "./analyse.ts";

const LEGEND =
  "Scales go from -3 to 3. A - B and its 95 % interval: within people, free of the order (Hills and Armitage). p: exact, over all draws of the orders, or 10,000 of them beyond 20 people; adj.: over the scales (Holm). med. %: median of each person's A - B, of the range. order: first minus second period, whatever was used. KPI: scales weighted by what each person finds important.";

/** The table of scales, and what its columns mean. */
export function renderStudy({ a, b, people, scales, kpi }: StudyResults, width: number): string {
  const columns = [{ title: "scale" }, ...["A", "B", "A - B", "95 %", "p", "adj.", "med. %", "order"].map(right)];
  const incomplete = [...scales, kpi].filter((result) => result.incomplete > 0);
  const untested = [...scales, kpi].filter((result) => result.crossover === null);
  return [
    `A = ${plainLine(a)}, B = ${plainLine(b)}; ${countOf(people, "person", "people")}`,
    "",
    table(columns, [...scales, kpi].map(rowOf), width),
    "",
    wrap(LEGEND, width, ""),
    ...incomplete.map(
      ({ scale, incomplete: left }) =>
        `${plainLine(scale)}: ${countOf(left, "person", "people")} left out, with an answer missing`,
    ),
    ...untested.map(({ scale }) => `${plainLine(scale)}: not tested, too few people or no two that differ`),
  ].join("\n");
}

function rowOf({ scale, a, b, crossover, p_adjusted, median_percent }: ScaleResult): string[] {
  const { treatment, period, p } = crossover ?? {};
  return [
    plainLine(scale),
    signed(a),
    signed(b),
    signed(treatment?.difference ?? null),
    treatment ? `${signed(treatment.low)} to ${signed(treatment.high)}` : "-",
    formatP(p ?? null),
    formatP(p_adjusted),
    median_percent === null ? "-" : median_percent.toFixed(0),
    signed(period?.difference ?? null),
  ];
}

function signed(value: number | null): string {
  return value === null ? "-" : value.toFixed(2);
}
