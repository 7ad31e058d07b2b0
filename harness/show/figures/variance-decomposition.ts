import { WORKFLOWS } from "../../../agent/contract/contract.ts";
import { countOf } from "../../../base/counts.ts";
import { correctedP, metricLabel, percent, withSigns } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { barPanels } from "../drawing/charts/bars.ts";
import { columnsOf, limits } from "../drawing/columns.ts";
import type { Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { highestOf } from "./extremes.ts";

const METRICS = ["ndcg@10", "functional_pass", "pass"];
const KINDS = ["configuration", "scenario", "interaction of both", "run to run"] as const;

export interface VarianceRow extends FigureRow {
  metric: string;
  source: string;
  kind: string;
  share: number;
  /** Interval of the variance over the same sum; the sum is taken as known. */
  low: number | null;
  high: number | null;
  p: number | null;
  scenarios: number;
  /** Those decomposed, where they are a part of all. */
  configurations: string | null;
}

interface VarianceFacts {
  incomplete: boolean;
  /** The part that is drawn, where the configurations fall into several. */
  part: string | null;
}

/** Of the factorial part of the matrix, scenarios without a hole. */
const BEHIND: Target = { workflow: WORKFLOWS.join(","), has: "value", paired: "configuration" };

export const varianceDecomposition: Figure<VarianceRow, VarianceFacts> = {
  name: "variance-decomposition",
  title: "Where the variance of a score comes from",
  definition:
    "Variance components of one execution's score: model, workflow, knowledge mode and their interactions as fixed effects, scenarios random; as shares of their sum, estimates below 0 as 0. Bars: 95 % interval of the component over the same sum. p: sign flips over scenarios, Holm over the effects of a metric.",
  columns: columnsOf({
    metric: "text",
    source: "text",
    share: "percent",
    ...limits("percent"),
    p: ["p", "p, Holm-corrected"],
    scenarios: "count",
  }),
  read: ({ variance }) => ({
    rows: withoutEmpty(METRICS.flatMap((metric) => varianceRows(variance, metric))),
    facts: { incomplete: variance.some((one) => one.incomplete), part: largestPart(variance) },
  }),
  caption: describeVariance,
  details: describeOthers,
  flat: ({ rows }) =>
    rows.length > 0 && rows.every(({ share }) => share === 0)
      ? "No source has a share: every estimated component of the variance is 0 or below."
      : null,
  marks: ({ rows }) => rows.length,
  spec: ({ rows }, options) => {
    const { accent, none, lost, invented } = options.theme;
    const kinds = KINDS.filter((kind) => rows.some((row) => row.kind === kind));
    const longest = Math.min(1, Math.max(...rows.map((row) => row.high ?? row.share)));
    return barPanels({
      ...{ rows, options, names: "source", interval: ["low", "high"] },
      panels: { field: "metric", values: metricsIn(rows), label: metricLabel },
      length: { field: "share", title: "share, %", domain: [0, longest] },
      kind: { field: "kind", kinds, colors: kinds.map((kind) => [accent, none, lost, invented][KINDS.indexOf(kind)]!) },
      tooltip: ["source", "share", "p"],
    });
  },
  target: ({ metric, configurations }) => ({
    ...BEHIND,
    ...(configurations && { configuration: configurations }),
    metric,
  }),
  behind: { ...BEHIND, metric: METRICS.join(",") },
};

function varianceRows(variance: Results["variance"], metric: string): VarianceRow[] {
  const { components = [], scenarios = 0, configurations } = largestOf(variance, metric) ?? {};
  const total = components.reduce((sum, one) => sum + Math.max(0, one.variance), 0);
  const over = (value: number | null) => (value === null ? null : total === 0 ? 0 : Math.max(0, value) / total);
  return withoutHighOrders(components).map(({ source, share, low, high, holm_p }) => ({
    ...{
      metric,
      source: source.replaceAll("_", " "),
      kind: kindOf(source),
      share,
      low: over(low),
      high: over(high),
      p: holm_p,
      scenarios,
    },
    configurations: configurations?.join(",") ?? null,
  }));
}

function largestPart(variance: Results["variance"]): string | null {
  return METRICS.map((metric) => largestOf(variance, metric)?.part).find((part) => part !== undefined) ?? null;
}

function largestOf(variance: Results["variance"], metric: string): Results["variance"][number] | undefined {
  const parts = variance.filter((one) => one.metric === metric);
  const size = ({ configurations = [] }: Results["variance"][number]) => configurations.length;
  return parts.reduce((largest, one) => (size(one) > size(largest) ? one : largest), parts[0]!);
}

type Component = Omit<Results["variance"][number]["components"][number], "low" | "high"> & {
  low: number | null;
  high: number | null;
};

/** With four factors and more, interactions of three and more stand as one row, so that shares are still of all. */
function withoutHighOrders(components: readonly Component[]): readonly Component[] {
  const order = ({ source }: Component) => source.replace(/^scenario x /, "").split(" x ").length;
  const high = components.filter((one) => order(one) > 2);
  if (Math.max(...components.map(order)) <= 3) return components;
  const rest = (source: string, some: readonly Component[]): Component[] => {
    const variance = some.reduce((sum, one) => sum + Math.max(0, one.variance), 0);
    const share = some.reduce((sum, one) => sum + one.share, 0);
    return some.length === 0 ? [] : [{ source, variance, share, low: null, high: null, p: null, holm_p: null }];
  };
  const [withScenario, without] = [true, false].map((is) =>
    high.filter(({ source }) => source.startsWith("scenario x") === is),
  ) as [Component[], Component[]];
  return [
    ...components.filter((one) => order(one) <= 2),
    ...rest("three and more", without),
    ...rest("scenario x three and more", withScenario),
  ];
}

/** Interactions that add nothing in any metric would hide the others where there are dozens; tables have them. */
function withoutEmpty(rows: readonly VarianceRow[]): readonly VarianceRow[] {
  if (new Set(rows.map(({ source }) => source)).size <= MANY_ROWS) return rows;
  const moves = new Set(rows.filter(({ share }) => share > 0).map(({ source }) => source));
  return rows.filter(({ source }) => moves.has(source) || !source.includes(" x "));
}

/** More than three factors have. */
const MANY_ROWS = 15;

function metricsIn(rows: readonly VarianceRow[]): string[] {
  return METRICS.filter((metric) => rows.some((row) => row.metric === metric));
}

function kindOf(source: string): string {
  if (source === "repeat") return KINDS[3];
  if (source === "scenario") return KINDS[1];
  return source.startsWith("scenario x") ? KINDS[2] : KINDS[0];
}

function describeVariance({ rows, facts: { incomplete, part } }: FigureData<VarianceRow, VarianceFacts>): string {
  const known = metricsIn(rows);
  if (incomplete)
    return "No variance can be decomposed: no part of the configurations is all combinations of its factors' levels.";
  if (known.length === 0)
    return "No variance can be decomposed: every factor has one level, or no scenario has all its values.";
  const of =
    part === null
      ? ""
      : ` Drawn is the largest part in which the same factors apply (${part}); the table has the others.`;
  return `${sentenceOf(rows, known.find((metric) => hasShares(rows, metric)) ?? known[0]!)}${of}`;
}

/** Where every component is 0, there is no whole that has parts. */
function hasShares(rows: readonly VarianceRow[], metric: string): boolean {
  return rows.some((row) => row.metric === metric && row.share > 0);
}

function sentenceOf(rows: readonly VarianceRow[], metric: string): string {
  const own = rows.filter((row) => row.metric === metric);
  const of = (kind: string) =>
    percent(
      own.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.share, 0),
      0,
    );
  const effects = own.filter((row) => row.kind === KINDS[0]);
  const [largest, ...tied] = highestOf(effects, ({ share }) => share);
  const tests = countOf(effects.filter(({ p }) => p !== null).length, "effect");
  const effect =
    largest && largest.share > 0 && tied.length === 0
      ? ` (the largest part ${withSigns(largest.source)}, ${percent(largest.share, 0)}, ${correctedP(largest.p, tests)})`
      : "";
  return `Of the variance of ${metricLabel(metric)} ${of(KINDS[0])} is the configuration's${effect}, ${of(KINDS[1])} the scenario's and ${of(KINDS[2])} of both together (${countOf(own[0]!.scenarios, "scenario")}).`;
}

function describeOthers({ rows }: FigureData<VarianceRow>): string {
  return metricsIn(rows)
    .filter((metric) => hasShares(rows, metric))
    .slice(1)
    .map((metric) => sentenceOf(rows, metric))
    .join(" ");
}
