import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { count, sampleSize } from "../../print/format.ts";
import { configurationName } from "../../record/domain/names.ts";
import { findScore } from "../../record/scores/score-records.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { quantilePanels } from "../drawing/charts/interval.ts";
import { columnsOf } from "../drawing/columns.ts";
import { quantileOf } from "../drawing/density.ts";
import type { Figure } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { areEqual } from "./flat.ts";

const DIRECTIONS = { input: "tokens_in", output: "tokens_out" } as const;
type Direction = keyof typeof DIRECTIONS;

export interface TokenRow extends ConfigurationRow {
  direction: string;
  p5: number;
  p25: number;
  median: number;
  p75: number;
  p95: number;
  n: number;
  estimated: boolean;
}

export const tokens: Figure<TokenRow, null> = {
  name: "tokens",
  title: "Tokens per execution",
  definition:
    "Tokens that the model read (input) and wrote (output) in an execution, over all model calls. Mark: median; bar: interquartile range; line: 5 to 95 % quantile. Counted locally where the provider does not say. Logarithmic axes, where none is 0.",
  columns: columnsOf({
    configuration: "text",
    direction: ["text", "tokens"],
    p5: ["count", "5 %"],
    p25: ["count", "25 %"],
    median: "count",
    p75: ["count", "75 %"],
    p95: ["count", "95 %"],
    n: "count",
    estimated: ["text", "counted locally"],
  }),
  read: (results) => ({ rows: tokenRows(results), facts: null }),
  caption: ({ rows }) => describeTokens(rows),
  flat: ({ rows }) =>
    areEqual(
      rows.filter(({ direction }) => direction === "input"),
      spanOf,
    ) &&
    areEqual(
      rows.filter(({ direction }) => direction === "output"),
      spanOf,
    )
      ? `Every configuration reads ${count(rows[0]!.median)} tokens and writes ${count(rows[1]!.median)}, in the median execution (${sampleSize(rows.map(({ n }) => n))}).`
      : null,
  marks: ({ rows }) => rows.length,
  spec: ({ rows }, options) =>
    quantilePanels({
      ...{ rows, options, quantiles: ["p5", "p25", "median", "p75", "p95"] },
      panels: { field: "direction", titles: { input: "input tokens", output: "output tokens" } },
      tooltip: ["configuration", "median", "p5", "p95", "n"],
    }),
  target: targetOf,
  behind: { metric: "tokens_in,tokens_out", has: "value" },
};

function spanOf({ p5, median, p95 }: TokenRow): number[] {
  return [p5, median, p95];
}

function targetOf(row: TokenRow): Target {
  return { ...configurationTarget(row), metric: DIRECTIONS[row.direction as Direction], has: "value" };
}

function tokenRows({ summary, scores }: Results): TokenRow[] {
  const records = grouped(scores, configurationName);
  return summary.configurations.flatMap((configuration) => {
    const members = records.get(configurationName(configuration)) ?? [];
    const { estimated } = configuration.tokens;
    return (Object.keys(DIRECTIONS) as Direction[]).flatMap((direction) => {
      const values = members
        .flatMap((record) => findScore(record, DIRECTIONS[direction])?.value ?? [])
        .sort((a, b) => a - b);
      if (values.length === 0) return [];
      const [p5, p25, median, p75, p95] = [0.05, 0.25, 0.5, 0.75, 0.95].map((q) => quantileOf(values, q)) as [
        number,
        number,
        number,
        number,
        number,
      ];
      return [
        { ...configurationRow(configuration), direction, p5, p25, median, p75, p95, n: values.length, estimated },
      ];
    });
  });
}

function describeTokens(rows: readonly TokenRow[]): string {
  const known = rows.filter((row) => row.direction === "input").sort((a, b) => b.median - a.median);
  const most = known[0];
  const least = known.at(-1);
  if (!most || !least) return "No execution has a token count.";
  const estimated = known.filter((row) => row.estimated).length;
  const note = estimated === 0 ? "" : estimated === known.length ? ", counted locally" : ", some counted locally";
  const of = (row: TokenRow) => `${count(Math.round(row.median))} (${row.configuration}, n = ${row.n})`;
  if (most === least) return `Observed median of tokens read: ${of(most)}${note}.`;
  if (most.median === least.median)
    return `The median of tokens read is ${count(Math.round(most.median))} under each of ${countOf(known.length, "configuration")}${note}.`;
  return `Observed medians of tokens read run from ${of(least)} to ${of(most)}${note}.`;
}
