import { configurationOf } from "../../record/domain/names.ts";
import { nBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { EFFORT } from "../table-format/published/per-configuration.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** Median tool calls and tokens per configuration, and what a provider's cache served where it tells. */
export const effortTable: TableOfResults = {
  behind: {
    tool_calls: { metric: "tool_calls", of: "median" },
    tokens_in: { metric: "tokens_in", of: "median" },
    tokens_out: { metric: "tokens_out", of: "median" },
    n: nBehind("tool_calls"),
  },
  make: (input) => ({
    title: "Median tool calls and tokens per configuration",
    caption: makeCaption(
      input,
      "Medians over executions with a trace, failed ones too.",
      ...(input.results.summary.configurations.some(({ tokens }) => tokens.estimated)
        ? ["Tokens are counted locally, not reported by a provider."]
        : []),
    ),
    columns: [
      ...CONFIGURATION_COLUMNS,
      ...columnsShown("count", { tool_calls: "Tool calls", tokens_in: "Input tokens", tokens_out: "Output tokens" }),
      ...(input.results.summary.configurations.some(({ tokens }) => (tokens.cached_share ?? null) !== null)
        ? [{ key: "cached_share", label: "Cached input %", format: "percent" } as const]
        : []),
      { key: "n", label: "n", format: "count" },
    ],
    published: EFFORT,
    rows: input.results.summary.configurations.map(({ tool_calls, tokens, metrics, ...of }) => ({
      ...configurationOf(of),
      tool_calls: tool_calls.median,
      tokens_in: tokens.input_median,
      tokens_out: tokens.output_median,
      cached_share: tokens.cached_share ?? null,
      n: metrics.tool_calls?.n ?? 0,
    })),
  }),
};
