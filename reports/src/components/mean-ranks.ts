import { countOf } from "../../../base/counts.ts";
import { count, decimal, metricLabel, pValue } from "../../../harness/print/format.ts";
import { parseConfigurationName } from "../../../harness/record/domain/names.ts";
import type { Ranking } from "../../../harness/results/analyses/rankings.ts";
import { sayPower } from "../../../harness/results/analyses/say-sizes.ts";
import { isSignificant, significantPairsOf } from "../../../harness/results/analyses/significant-pairs.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import type { RetrievalData } from "../../../harness/show/report/pages/retrieval.ts";
import { choice } from "./choice.ts";
import { type Child, h } from "./dom.ts";
import { equalFilters, equalLabel, equalNote, equalRows } from "./equal-rows.ts";
import { executionsLink, numberLink, withExecutions } from "./links.ts";
import { type TableColumn, table } from "./table.ts";

/** Mean ranks with the critical difference, and what this many scenarios could show at all. */
export function meanRanks({ models, rankings, baselines }: RetrievalData): HTMLElement {
  const options = rankings.map(({ metric }) => ({ value: metric, label: metricLabel(metric) }));
  return choice({ name: "ranks", label: "metric of the ranks", options, preferred: "ndcg@10" }, (metric) =>
    rankTable(rankings.find((ranking) => ranking.metric === metric)!, { models, baselines }),
  );
}

/** A configuration of the ranking, or a ranker without a model among them: in no band, rank or test of configurations. */
type Ranked = Ranking["order"][number] & { ranker?: boolean };

type RankedGroup = readonly [Ranked, ...Ranked[]];

function rankedLabel(group: RankedGroup, models: readonly string[]): Child {
  const [{ configuration, ranker }] = group;
  if (ranker) return h("span", { class: "ranker" }, `${configuration} (baseline)`);
  const members = group.flatMap((row) => parseConfigurationName(row.configuration) ?? []);
  if (members.length === 0) return configuration;
  return equalLabel(members, models, executionsLink(equalFilters(members)));
}

function withRankers({ metric, order }: Ranking, baselines: RetrievalData["baselines"]): Ranked[] {
  const rankers = baselines.map(({ label, metrics }) => {
    return { configuration: label, mean: metrics[metric]?.mean ?? null, bands: [], ranker: true };
  });
  return [...order, ...rankers].sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
}

function rankTable(ranking: Ranking, { models, baselines }: Pick<RetrievalData, "models" | "baselines">): HTMLElement {
  const { metric, order, mean_ranks: ranks, alpha, pairs } = ranking;
  const rankOf = new Map(ranks?.ranks.map(({ configuration, rank }) => [configuration, rank]));
  const complete: Target = { metric, paired: "configuration" };
  const groups = equalRows(withRankers(ranking, baselines), ({ configuration, mean, bands, ranker }) =>
    ranker ? configuration : [mean, bands, rankOf.get(configuration)],
  );
  const columns: TableColumn<RankedGroup>[] = [
    {
      label: "bands",
      numeric: true,
      cell: ([{ bands, configuration }]) =>
        bands.length === 0 ? "–" : numberLink(bandRange(bands), { metric, of: "band", at: configuration }),
    },
    { label: "configuration", cell: (group) => rankedLabel(group, models) },
    {
      label: `mean ${metricLabel(metric)}`,
      numeric: true,
      cell: ([{ configuration, mean, ranker }]) =>
        ranker ? decimal(mean, 3) : numberLink(decimal(mean, 3), { configuration, metric, of: "scenario mean" }),
    },
    {
      label: "mean rank",
      numeric: true,
      cell: ([{ configuration, ranker }]) =>
        ranker
          ? "–"
          : numberLink(decimal(rankOf.get(configuration)), { ...complete, of: "mean rank", at: configuration }),
    },
  ];
  const friedman = ranks
    ? `Friedman over ${countOf(ranks.scenarios, "scenario")} with a value for every configuration: ${pValue(ranks.p)}; mean ranks nearer than ${decimal(ranks.critical_difference)} (Nemenyi) do not differ significantly.`
    : "No scenario has a value for every configuration, so there are no mean ranks.";
  const power = sayPower(ranking);
  const apart = pairs.filter((pair) => isSignificant(pair, alpha)).length;
  const [best] = order;
  const below = best ? significantPairsOf(ranking, best.configuration).length : 0;
  return h(
    "div",
    {},
    table("Ranks", columns, groups, "compact"),
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
          ` ${friedman} Pairs: paired tests of the mean over scenarios, Holm over all, at ${alpha}. No two configurations of one band differ significantly; two without a common band need not either.${baselines.length > 0 ? " Baselines are no configurations: the tests against them stand below." : ""}${equalNote(groups)}${power}`,
        ],
        complete,
      ),
    ),
  );
}

/** Bands are neighbours, so their numbers follow each other: `2–4`. */
export function bandRange(bands: readonly number[]): string {
  const [first, last] = [bands[0], bands.at(-1)];
  return first === last ? String(first) : `${first}–${last}`;
}
