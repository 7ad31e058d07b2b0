import { countOf } from "../../../base/counts.ts";
import type { Ranking } from "../../../harness/analyses/rankings.ts";
import { isSignificant, significantPairsOf } from "../../../harness/analyses/significant-pairs.ts";
import type { BreakdownRow } from "../../../harness/analyses/summary.ts";
import { configurationName, parseConfigurationName } from "../../../harness/domain/names.ts";
import { configurationLabel, count, decimal, metricLabel, pValue } from "../../../harness/drawing/format.ts";
import type { Target } from "../../../harness/figures/figure.ts";
import type { RetrievalData } from "../../../harness/stages/report/site-data.ts";
import { choice } from "./choice.ts";
import { h } from "./dom.ts";
import { executionsLink, numberLink, withExecutions } from "./links.ts";
import { configurationMark } from "./marks.ts";
import { type TableColumn, table } from "./table.ts";

/** One metric per family and complexity: configurations down, levels across. */
export function breakdown({ models, breakdown: rows }: RetrievalData): HTMLElement {
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  const options = metrics.map((metric) => ({ value: metric, label: metricLabel(metric) }));
  return choice({ name: "metric", label: "metric", options, preferred: "ndcg@10" }, (metric) =>
    breakdownTable(
      rows.filter((row) => row.metric === metric),
      models,
    ),
  );
}

function breakdownTable(rows: readonly BreakdownRow[], models: readonly string[]): HTMLElement {
  const metric = rows[0]?.metric ?? "";
  const levels = [...new Map(rows.map((row) => [`${row.by} ${row.level}`, row])).values()];
  const byConfiguration = new Map(rows.map((row) => [configurationName(row), row]));
  const columns: TableColumn<BreakdownRow>[] = [
    { label: "configuration", cell: (row) => [configurationMark(row, models), ` ${configurationLabel(row)}`] },
    ...levels.map(({ by, level }) => ({
      label: `${level.replace("_", "-")}`,
      numeric: true,
      cell: (row: BreakdownRow) => {
        const found = rows.find(
          (entry) => entry.by === by && entry.level === level && configurationName(entry) === configurationName(row),
        );
        if (!found || found.estimate.mean === null) return "–";
        const { mean, low, high, n } = found.estimate;
        const { model, workflow, knowledge } = row;
        return h(
          "span",
          { title: `n = ${n}${low === null ? "" : `, 95 % from ${decimal(low)} to ${decimal(high)}`}` },
          numberLink([decimal(mean), h("small", {}, ` ${n}`)], {
            model,
            workflow,
            knowledge,
            [by]: level,
            metric,
            of: "mean",
          }),
        );
      },
    })),
  ];
  return h(
    "div",
    {},
    table(`${metricLabel(metric)} by family and complexity`, columns, [...byConfiguration.values()], "compact"),
    h(
      "p",
      { class: "caption" },
      withExecutions(h("b", {}, rangeOfFamilies(rows)), { metric }),
      " Means; the small number is how many executions have one; hover for the interval.",
    ),
  );
}

/** Bands are neighbours, so their numbers follow each other: `2–4`. */
export function bandRange(bands: readonly number[]): string {
  const [first, last] = [bands[0], bands.at(-1)];
  return first === last ? String(first) : `${first}–${last}`;
}

function rangeOfFamilies(rows: readonly BreakdownRow[]): string {
  const sums = new Map<string, { sum: number; n: number }>();
  for (const { by, level, estimate } of rows) {
    if (by !== "family" || estimate.mean === null) continue;
    const entry = sums.get(level) ?? { sum: 0, n: 0 };
    sums.set(level, { sum: entry.sum + estimate.mean * estimate.n, n: entry.n + estimate.n });
  }
  const ranked = [...sums].map(([level, { sum, n }]) => ({ level, mean: sum / n })).sort((a, b) => a.mean - b.mean);
  if (ranked.length < 2) return "";
  const [low, high] = [ranked[0]!, ranked.at(-1)!];
  return `Means over these configurations run from ${decimal(low.mean)} (${low.level}) to ${decimal(high.mean)} (${high.level}).`;
}

/** Mean ranks with the critical difference, and what this many scenarios could show at all. */
export function meanRanks({ models, rankings, baselines }: RetrievalData): HTMLElement {
  const options = rankings.map(({ metric }) => ({ value: metric, label: metricLabel(metric) }));
  return choice({ name: "ranks", label: "metric of the ranks", options, preferred: "ndcg@10" }, (metric) =>
    rankTable(rankings.find((ranking) => ranking.metric === metric)!, { models, baselines }),
  );
}

/** A configuration of the ranking, or a ranker without a model among them: in no band, rank or test of configurations. */
type Ranked = Ranking["order"][number] & { ranker?: boolean };

function withRankers({ metric, order }: Ranking, baselines: RetrievalData["baselines"]): Ranked[] {
  const rankers = baselines.map(({ label, metrics }) => {
    return { configuration: label, mean: metrics[metric]?.mean ?? null, bands: [], ranker: true };
  });
  return [...order, ...rankers].sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
}

function rankTable(ranking: Ranking, { models, baselines }: Pick<RetrievalData, "models" | "baselines">): HTMLElement {
  const { metric, order, mean_ranks: ranks, detectable, alpha, pairs, scenarios } = ranking;
  const { smallest_holm_p, fewest_scenarios } = ranking;
  const unreachable = smallest_holm_p !== null && smallest_holm_p > alpha;
  const rankOf = new Map(ranks?.ranks.map(({ configuration, rank }) => [configuration, rank]));
  const complete: Target = { metric, paired: "configuration" };
  const columns: TableColumn<Ranked>[] = [
    {
      label: "bands",
      numeric: true,
      cell: ({ bands, configuration }) =>
        bands.length === 0 ? "–" : numberLink(bandRange(bands), { metric, of: "band", at: configuration }),
    },
    {
      label: "configuration",
      cell: ({ configuration, ranker }) => {
        const parts = parseConfigurationName(configuration);
        if (ranker) return h("span", { class: "ranker" }, `${configuration} (baseline)`);
        if (!parts) return configuration;
        const of = parts;
        return [configurationMark(of, models), " ", h("a", { href: executionsLink(parts) }, configurationLabel(of))];
      },
    },
    {
      label: `mean ${metricLabel(metric)}`,
      numeric: true,
      cell: ({ configuration, mean, ranker }) =>
        ranker
          ? decimal(mean, 3)
          : numberLink(decimal(mean, 3), { ...parseConfigurationName(configuration), metric, of: "scenario mean" }),
    },
    {
      label: "mean rank",
      numeric: true,
      cell: ({ configuration, ranker }) =>
        ranker
          ? "–"
          : numberLink(decimal(rankOf.get(configuration)), { ...complete, of: "mean rank", at: configuration }),
    },
  ];
  const friedman = ranks
    ? `Friedman over ${countOf(ranks.scenarios, "scenario")} with a value for every configuration: ${pValue(ranks.p)}; mean ranks nearer than ${decimal(ranks.critical_difference)} (Nemenyi) do not differ significantly.`
    : "No scenario has a value for every configuration, so there are no mean ranks.";
  const power = unreachable
    ? ` With ${countOf(scenarios, "scenario")} no pair could differ significantly, whatever its values: that takes ${count(fewest_scenarios)}.`
    : detectable?.all_pairs
      ? ` With these scenarios the smallest difference detectable with power 0.8 is ${decimal(detectable.all_pairs, 3)} among all pairs and ${decimal(detectable.one_pair, 3)} for one planned pair.`
      : "";
  const apart = pairs.filter((pair) => isSignificant(pair, alpha)).length;
  const [best] = order;
  const below = best ? significantPairsOf(ranking, best.configuration).length : 0;
  return h(
    "div",
    {},
    table("Ranks", columns, withRankers(ranking, baselines), "compact"),
    h(
      "p",
      { class: "caption" },
      withExecutions(
        [
          h(
            "b",
            {},
            `${count(apart)} of ${countOf(pairs.length, "pair")} differ significantly, ${count(below)} of the ${count(order.length - 1)} that include the first.`,
          ),
          ` ${friedman} Pairs: paired tests of the mean over scenarios, Holm over all, at ${alpha}. No two configurations of one band differ significantly; two without a common band need not either.${baselines.length > 0 ? " Baselines are no configurations: the tests against them stand below." : ""}${power}`,
        ],
        complete,
      ),
    ),
  );
}
