import type { TopLevelSpec } from "vega-lite";
import type { ConfigurationSummary } from "../domain/summary.ts";
import { configurationAxis, configurationMarks, ROW_HEIGHT } from "./encode.ts";
import type { ChartOptions, Figure, FigureRow, Target } from "./figure.ts";
import { configurationLabel, count } from "./format.ts";
import { frame } from "./frame.ts";
import { NARROW } from "./theme.ts";

export interface TokenRow extends FigureRow {
  configuration: string;
  model: string;
  workflow: string;
  knowledge: string;
  input: number | null;
  output: number | null;
  estimated: boolean;
}

export const tokens: Figure<TokenRow, null> = {
  name: "tokens",
  title: "Tokens per execution",
  definition:
    "Median tokens that the model read (input) and wrote (output) in an execution, all model calls together. Counted locally where the provider does not say.",
  columns: [
    { key: "configuration", label: "configuration", format: "text" },
    { key: "input", label: "input, median", format: "count" },
    { key: "output", label: "output, median", format: "count" },
    { key: "estimated", label: "counted locally", format: "text" },
  ],
  read: ({ summary }) => ({ rows: summary.configurations.map(rowOf), facts: null }),
  caption: ({ rows }) => describeTokens(rows),
  spec: ({ rows }, options) => tokenSpec(rows, options),
  target: targetOf,
};

function rowOf(configuration: ConfigurationSummary): TokenRow {
  const { model, workflow, knowledge, tokens: used } = configuration;
  const label = configurationLabel(configuration);
  return {
    configuration: label,
    model,
    workflow,
    knowledge,
    input: used.inputMedian,
    output: used.outputMedian,
    estimated: used.estimated,
  };
}

function describeTokens(rows: readonly TokenRow[]): string {
  const known = rows.filter((row) => row.input !== null).sort((a, b) => b.input! - a.input!);
  const most = known[0];
  const least = known.at(-1);
  if (!most || !least) return "No execution has a token count.";
  const ratio = least.input! > 0 ? `, ${(most.input! / least.input!).toFixed(1)} times` : "";
  const note = rows.some((row) => row.estimated) ? " Counts are estimates, made locally." : "";
  return `${most.configuration} reads most, ${count(Math.round(most.input!))} tokens in the median${ratio} what ${least.configuration} reads (${count(Math.round(least.input!))}).${note}`;
}

function tokenSpec(rows: readonly TokenRow[], options: ChartOptions): TopLevelSpec {
  const { width } = options;
  const narrow = width < 620;
  const label = width < NARROW ? 150 : 270;
  const panel = narrow ? width - label - 40 : Math.floor((width - label - 70) / 2);
  const panels = (["input", "output"] as const).map((field, index) => {
    const x = {
      field,
      type: "quantitative",
      title: `${field} tokens, median`,
      axis: { format: "~s" },
      scale: { zero: true },
    };
    const y = configurationAxis(rows, options);
    const shown = index === 0 || narrow ? y : { ...y, axis: null };
    return {
      width: Math.max(80, panel),
      height: Math.max(1, rows.length) * ROW_HEIGHT,
      encoding: { y: shown },
      layer: [...configurationMarks({ x }, options, { legends: false })],
    };
  });
  return { ...frame({ target: targetOf }, rows, options), [narrow ? "vconcat" : "hconcat"]: panels } as TopLevelSpec;
}

function targetOf({ model, workflow, knowledge }: TokenRow): Target {
  return { model, workflow, knowledge };
}
