import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { count, sampleSize } from "../../print/format.ts";
import { configurationName } from "../../record/domain/names.ts";
import { findScore } from "../../record/scores/score-records.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { configurationAxis, configurationSpace } from "../drawing/configuration-axis.ts";
import { configurationMarks } from "../drawing/configuration-marks.ts";
import { DATA } from "../drawing/data-marks.ts";
import { quantileOf } from "../drawing/density.ts";
import { modelColor, ticksAt } from "../drawing/encode.ts";
import type { ChartOptions, Figure } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { logTicks } from "../drawing/log-axis.ts";
import { fontSizeOf, rowHeight } from "../drawing/theme.ts";
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
  columns: [
    { key: "configuration", label: "configuration", format: "text" },
    { key: "direction", label: "tokens", format: "text" },
    { key: "p5", label: "5 %", format: "count" },
    { key: "p25", label: "25 %", format: "count" },
    { key: "median", label: "median", format: "count" },
    { key: "p75", label: "75 %", format: "count" },
    { key: "p95", label: "95 %", format: "count" },
    { key: "n", label: "n", format: "count" },
    { key: "estimated", label: "counted locally", format: "text" },
  ],
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
  spec: ({ rows }, options) => tokenSpec(rows, options),
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

function tokenSpec(rows: readonly TokenRow[], options: ChartOptions): TopLevelSpec {
  const label = configurationSpace(rows, options);
  const panel = Math.floor((options.width - label - 3 * fontSizeOf(options)) / 2);
  const color = { ...modelColor(options), legend: null };
  const panels = (Object.keys(DIRECTIONS) as Direction[]).map((direction, index) => {
    const own = rows.filter((row) => row.direction === direction);
    const [low, high] = [Math.min(...own.map((row) => row.p5)), Math.max(...own.map((row) => row.p95))];
    const ticks = low > 0 ? ticksAt(logTicks(low, high)) : { tickCount: 4 };
    const axis = { ...ticks, format: "~s", labelOverlap: "greedy" };
    const x = {
      field: "median",
      type: "quantitative",
      title: `${direction} tokens`,
      axis,
      scale: low > 0 ? { type: "log", nice: false } : { type: "linear", zero: true },
    };
    const y = configurationAxis(own, options);
    const tooltip = [
      { field: "configuration" },
      { field: "median", format: ",.0f" },
      { field: "p5", format: ",.0f" },
      { field: "p95", format: ",.0f" },
      { field: "n" },
    ];
    const span = (from: string, to: string) => ({ x: { ...x, field: from }, x2: { field: to }, color });
    return {
      transform: [{ filter: { field: "direction", equal: direction } }],
      width: Math.max(40, panel),
      height: own.length * rowHeight(options),
      encoding: { y: index === 0 ? y : { ...y, axis: null } },
      layer: [
        { mark: { type: "rule", strokeWidth: 1.2, opacity: 0.6 }, encoding: span("p5", "p95") },
        {
          mark: { type: "rule", strokeWidth: Math.min(5, 0.3 * rowHeight(options)), opacity: 0.35 },
          encoding: span("p25", "p75"),
        },
        ...configurationMarks({ x }, options, { rows, name: `${DATA}_${index}`, tooltip, size: 60 }),
      ],
    };
  });
  return {
    ...frame({ target: targetOf }, rows, options),
    spacing: 20,
    hconcat: panels,
  } as TopLevelSpec;
}
