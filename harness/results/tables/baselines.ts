import { FAMILIES, type Family } from "../../../scenarios/set/schema.ts";
import type { Estimate } from "../../record/domain/estimate.ts";
import { configurationName, parseConfigurationName } from "../../record/domain/names.ts";
import type { BaselineSummary } from "../analyses/baselines.ts";
import type { ConfigurationSummary } from "../analyses/summary/configuration.ts";
import { type Behind, meanBehind, nBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { type Column, columnsShown, isEstimate, type TableBody, type TableCell } from "../table-format/table.ts";
import type { TableInput, TableOfResults } from "./make-table.ts";

const METRICS = ["mrr@10", "recall@10", "functional_pass", "pass"] as const;
const COLUMNS: readonly Column[] = [
  ...columnsShown("text", { ranker: "Ranker", knows: "Knows" }),
  { key: "ndcg@10", label: "NDCG@10", format: "decimal", interval: true },
  ...columnsShown("decimal", {
    "mrr@10": "MRR@10",
    "recall@10": "R@10",
    functional_pass: "Functional pass",
    pass: "Judge's pass",
  }),
  ...FAMILIES.map((family): Column => ({ key: family, label: family, format: "decimal" })),
  ...columnsShown("count", { above: "Configurations above", n: "n" }),
];

/** Rankers without a model against the matrix: what an agent adds to plain search, and how far it is from the bound. */
export const baselinesTable: TableOfResults = {
  behind: { "*": agentBehind },
  make: (input) => ({
    title: "Baselines without a language model",
    caption: makeCaption(
      input,
      "NDCG@10 over the answerable scenarios with its 95 % interval, and by scenario family; same scores and judge as the configurations, among which no baseline is counted.",
      "Question: ranks by the question as typed. Truth: ranks with access to the ground truth, so it is a bound, not a competitor. Above: configurations with a higher mean NDCG@10. Last rows: the configurations with the highest, the middle and the lowest mean, selected after seeing the results.",
    ),
    columns: COLUMNS,
    rows: [...input.results.baselines.map((baseline) => baselineRow(baseline, input)), ...matrixRows(input)],
  }),
};

function baselineRow(
  { label, knows, metrics, families }: BaselineSummary,
  input: TableInput,
): Record<string, TableCell> {
  const ndcg = metrics["ndcg@10"] ?? null;
  return {
    ranker: label,
    knows,
    ...cells(metrics),
    ...byFamily((family) => families.find((entry) => entry.family === family)?.ndcg),
    ...standing(ndcg, input),
  };
}

/** How many configurations do better, and over how many scenarios. */
function standing(ndcg: Estimate | null, { results: { summary } }: TableInput): Record<string, TableCell> {
  const means = summary.configurations.flatMap(({ metrics }) => metrics["ndcg@10"]?.mean ?? []);
  const own = ndcg?.mean ?? null;
  return { above: own === null ? null : means.filter((mean) => mean > own).length, n: ndcg?.n ?? 0 };
}

function byFamily(estimateOf: (family: Family) => Estimate | undefined): Record<string, TableCell> {
  return Object.fromEntries(FAMILIES.map((family) => [family, estimateOf(family) ?? null]));
}

/** The best, the one in the middle (the lower of two) and the last by NDCG@10, ties in matrix order. */
function matrixRows(input: TableInput): Record<string, TableCell>[] {
  const mean = ({ metrics }: ConfigurationSummary) => metrics["ndcg@10"]?.mean ?? -1;
  const ordered = [...input.results.summary.configurations].sort((a, b) => mean(b) - mean(a));
  const middle = ordered[Math.floor(ordered.length / 2)];
  const chosen = [...new Set([ordered[0], middle, ordered.at(-1)])].filter((entry) => entry !== undefined);
  return chosen.map((configuration) => ({
    ranker: configurationName(configuration),
    knows: "agent",
    ...cells(configuration.metrics),
    ...familiesOf(configuration, input),
    ...standing(configuration.metrics["ndcg@10"] ?? null, input),
  }));
}

function cells(metrics: Readonly<Record<string, Estimate>>): Record<string, TableCell> {
  return Object.fromEntries(["ndcg@10", ...METRICS].map((name) => [name, metrics[name] ?? null]));
}

function familiesOf(
  configuration: ConfigurationSummary,
  { results: { summary } }: TableInput,
): Record<string, TableCell> {
  const name = configurationName(configuration);
  const own = summary.breakdown.filter(
    (row) => configurationName(row) === name && row.by === "family" && row.metric === "ndcg@10",
  );
  return byFamily((family) => own.find((row) => row.level === family)?.estimate);
}

/** Rankers without a model have no executions; the rows of configurations beside them have. */
function agentBehind(row: TableBody["rows"][number], key: string): Behind | null {
  if (row.knows !== "agent" || !parseConfigurationName(String(row.ranker))) return null;
  const configuration = String(row.ranker);
  if (key === "above") return { metric: "ndcg@10", of: "above", at: configuration };
  if (key === "n") return { configuration, ...nBehind("ndcg@10") };
  const isFamily = isEstimate(row[key]) && !key.includes("@") && key !== "pass" && key !== "functional_pass";
  return isFamily ? { configuration, family: key, ...meanBehind("ndcg@10") } : { configuration, ...meanBehind(key) };
}
