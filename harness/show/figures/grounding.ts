import { countOf } from "../../../base/counts.ts";
import { DOUBT, DOUBT_NOTE } from "../../../measure/statistics/intervals/doubt.ts";
import { decimal, percent } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { crosses } from "../drawing/charts/scatter.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { highestOf } from "./extremes.ts";
import { isOneValue } from "./flat.ts";
import { GROUNDING_COVERAGE, HALLUCINATED } from "./names.ts";

export interface GroundingRow extends ConfigurationRow {
  coverage: number | null;
  coverage_low: number | null;
  coverage_high: number | null;
  hallucinated: number | null;
  hallucinated_low: number | null;
  hallucinated_high: number | null;
  hallucinated_doubt: string;
  n: number;
}

const BEHIND: Target = { metric: `${GROUNDING_COVERAGE},${HALLUCINATED}`, has: "value" };

export const grounding: Figure<GroundingRow, null> = {
  name: "grounding-vs-hallucinated",
  title: "Grounding coverage against invented ids",
  definition:
    "Per configuration: mean share of the ids in an answer that appear in the full result of a successful tool call (horizontal), and mean number of ids per answer that appear in none (vertical). Bars: 95 % intervals, over scenarios. Differences are not tested here. In the table, " +
    DOUBT_NOTE,
  columns: columnsOf({
    configuration: "text",
    coverage: ["decimal", "grounding coverage"],
    coverage_low: ["decimal", "95 % from"],
    coverage_high: ["decimal", "to"],
    hallucinated: ["decimal", "invented ids per answer"],
    hallucinated_low: ["decimal", "95 % from"],
    hallucinated_high: ["decimal", "to"],
    hallucinated_doubt: ["text", DOUBT],
    n: "count",
  }),
  read: (results) => ({ rows: groundingRows(results), facts: null }),
  caption: ({ rows }) => describeGrounding(rows),
  flat: ({ rows }) =>
    isOneValue(scoredRows(rows), ({ coverage, hallucinated }) => [coverage, hallucinated])
      ? describeGrounding(rows)
      : null,
  marks: ({ rows }) => scoredRows(rows).length,
  spec: ({ rows }, options) => {
    // Without a fixed span, a run in which nothing was invented would have axes of no length.
    const lowest = Math.min(0.9, ...rows.map((row) => row.coverage_low ?? row.coverage ?? 1));
    const highest = Math.max(0.5, ...rows.map((row) => row.hallucinated_high ?? row.hallucinated ?? 0));
    return crosses({
      ...{ rows, options },
      x: { field: "coverage", title: "grounding coverage", domain: [lowest, 1], percent: true },
      y: { field: "hallucinated", title: "invented ids per answer", domain: [0, highest] },
      intervals: { x: ["coverage_low", "coverage_high"], y: ["hallucinated_low", "hallucinated_high"] },
      tooltip: ["configuration", "coverage", "hallucinated", "n"],
    });
  },
  target: (row) => ({ ...configurationTarget(row), ...BEHIND }),
  behind: BEHIND,
};

function groundingRows({ summary }: Results): GroundingRow[] {
  return summary.configurations.map((configuration) => {
    const { metrics } = configuration;
    const coverage = metrics[GROUNDING_COVERAGE];
    const hallucinated = metrics[HALLUCINATED];
    return {
      ...configurationRow(configuration),
      coverage: coverage?.mean ?? null,
      coverage_low: coverage?.low ?? null,
      coverage_high: coverage?.high ?? null,
      hallucinated: hallucinated?.mean ?? null,
      hallucinated_low: hallucinated?.low ?? null,
      hallucinated_high: hallucinated?.high ?? null,
      hallucinated_doubt: hallucinated?.doubted ? DOUBT : "",
      n: coverage?.n ?? 0,
    };
  });
}

function scoredRows(rows: readonly GroundingRow[]): GroundingRow[] {
  return rows.filter((row) => row.coverage !== null && row.hallucinated !== null);
}

function describeGrounding(rows: readonly GroundingRow[]): string {
  const scored = scoredRows(rows);
  if (scored.length === 0) return "No answer has a grounding score.";
  const [worst, ...tied] = highestOf(scored, ({ hallucinated }) => hallucinated!);
  const clean = scored.filter((row) => row.hallucinated === 0).length;
  const most = Math.max(...scored.map((row) => row.n));
  if (worst!.hallucinated === 0)
    return `No configuration named an id that appears in no tool result; coverage is ${describeRange(scored.map((row) => row.coverage!))} (${countOf(scored.length, "configuration")}, up to ${countOf(most, "answer")} each).`;
  const most_invented =
    tied.length === 0
      ? `${worst!.configuration}, ${decimal(worst!.hallucinated)} per answer at ${percent(worst!.coverage)} coverage (n = ${worst!.n})`
      : `${countOf(tied.length + 1, "configuration")}, ${decimal(worst!.hallucinated)} per answer`;
  return `Most invented ids observed: ${most_invented}; ${clean} of ${countOf(scored.length, "configuration")} invented none.`;
}

function describeRange(coverages: readonly number[]): string {
  const [low, high] = [Math.min(...coverages), Math.max(...coverages)];
  return low === high ? `${percent(low)} throughout` : `${percent(low)} to ${percent(high)}`;
}
