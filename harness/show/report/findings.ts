import { OWN } from "../../../agent/contract/contract.ts";
import { countOf } from "../../../base/counts.ts";
import { configurationLabel, count, decimal, metricLabel, percent, pValue, spanOf } from "../../print/format.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { FactorEffects } from "../../results/analyses/factors.ts";
import { headlineMetric } from "../../results/analyses/headline.ts";
import type { PairedTest } from "../../results/analyses/paired-values.ts";
import type { Ranking } from "../../results/analyses/rankings.ts";
import type { Results } from "../../results/analyses/results.ts";
import { sayNeeded } from "../../results/analyses/say-sizes.ts";
import { isSignificant, isTested, pairsOf, significantPairsOf } from "../../results/analyses/significant-pairs.ts";
import { highestOf, nameTied } from "../figures/extremes.ts";
import { factorLabel, isFurther, levelLabel, selectLevels } from "../figures/factor-level.ts";
import { bothSides, positive } from "./finding-sides.ts";
import type { PageInput } from "./pages/page.ts";
import type { SidedFinding } from "./site-data.ts";

type Factor = FactorEffects["factors"][number];
type Of = Pick<PageInput, "config" | "results">;

/** At most three sentences about the run, computed from its metrics, each with its effect, its corrected p and n, and the executions of its sides. */
export function makeFindings({ config, results }: Of): SidedFinding[] {
  return [leaders({ config, results }), largestFactor({ config, results }), losses(results.scores)].filter(
    (finding) => finding !== null,
  );
}

/** From how many of the others is the configuration with the highest pass rate (or NDCG@10, where there is none) distinguished? Its choice is no gain: all pairs are corrected for. */
function leaders({ config, results: { summary, rankings, scores } }: Of): SidedFinding | null {
  const headline = headlineMetric(summary);
  const ranking = rankings.find(({ metric }) => metric === headline);
  const best = ranking?.order[0];
  if (!ranking || !best || best.mean === null || ranking.order.length < 2) return null;
  const label = (name: string) => {
    const found = summary.configurations.find((configuration) => configurationName(configuration) === name);
    return found ? configurationLabel(found) : name;
  };
  const significant = significantPairsOf(ranking, best.configuration);
  const [measure, value] = [metricLabel(headline), headline === "ndcg@10" ? decimal(best.mean) : percent(best.mean)];
  const others = ranking.order.length - 1;
  const scored = ranking.order.filter(({ mean }) => mean !== null);
  const highest = highestOf(scored, ({ mean }) => mean!).map(({ configuration }) => label(configuration));
  const leader = `${nameTied(highest, "configuration")} ${highest.length === 1 ? "has" : "have"} the highest observed ${measure} (${value})`;
  const all = ranking.pairs.filter((pair) => isSignificant(pair, ranking.alpha)).length;
  const undecided = `${others - significant.length} of the other ${others} cannot be told apart from ${highest.length === 1 ? "it" : label(best.configuration)}`;
  const size = (difference: number) =>
    headline === "ndcg@10" ? decimal(Math.abs(difference)) : `${decimal(100 * Math.abs(difference), 1)} points`;
  const nearest = nearestOf(significant) ?? nearestOf(pairsOf(ranking, best.configuration));
  const against = nearest && {
    text: `; against ${label(nearest.second)}, ${significant.length > 0 ? "the nearest of these" : "the nearest"}: ${size(nearest.difference)}, corrected ${pValue(nearest.holm_p)}, ${countOf(nearest.n, "scenario")}`,
    names: [nearest.first, nearest.second] as const,
  };
  return {
    text:
      all === 0
        ? `No two configurations can be told apart by ${measure} (highest observed: ${value}).`
        : significant.length === others
          ? `${leader}, and ${others === 1 ? "the other configuration" : "every other configuration"} differs significantly from it.`
          : `${leader}; ${undecided}.`,
    small: `${significant.length} significantly different from ${label(best.configuration)}, and ${all} of ${countOf(ranking.pairs.length, "pair")}; ${testsOf(ranking)}${against?.text ?? ""}`,
    sides: against
      ? [bothSides({ config, scores }, { factor: "configuration", sides: against.names, metric: headline, label })]
      : [],
  };
}

/** Over how many scenarios from the fewest to the most: not every configuration has a value everywhere. */
function testsOf(ranking: Ranking): string {
  const tested = ranking.pairs.filter(isTested);
  if (tested.length === 0) return "no pair is tested";
  const sizes = tested.map(({ n }) => n);
  const scenarios = new Set(sizes).size === 1 ? countOf(sizes[0]!, "scenario") : `${spanOf(sizes)} scenarios`;
  const needed = sayNeeded(ranking);
  const tooFew = needed === null ? "" : `; for any to differ significantly it takes ${needed}`;
  return `paired tests of the mean over ${scenarios}, Holm over ${countOf(tested.length, "pair")}${tooFew}`;
}

/** The pair whose difference is smallest, of those that have one. */
function nearestOf(pairs: readonly PairedTest[]): (PairedTest & { difference: number }) | undefined {
  return pairs
    .flatMap(({ difference, ...pair }) => (difference === null ? [] : [{ ...pair, difference }]))
    .sort((a, b) => Math.abs(a.difference) - Math.abs(b.difference))[0];
}

/** Between which levels of the factors is the widest observed difference in NDCG@10? Holm's correction is over all pairs that could have been it. */
function largestFactor({ config, results: { factors: effects, scores } }: Of): SidedFinding | null {
  const factors = effects.find(({ metric }) => metric === "ndcg@10")?.factors ?? [];
  const [widest, ...others] = factors
    .flatMap((factor) => widestPair(factor) ?? [])
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  if (!widest) return null;
  // Any pair: the widest need not be the one that the tests tell apart.
  const isTold = factors.some((factor) => factor.pairs.some((pair) => isSignificant(pair)));
  const pairs = countOf(factors.flatMap((factor) => factor.pairs.filter(isTested)).length, "pair");
  const [high, low] = widest.difference >= 0 ? [widest.first, widest.second] : [widest.second, widest.first];
  const size = decimal(Math.abs(widest.difference));
  const rest = others.map((other) => `${factorLabel(other.factor)} ${describePair(other)}`).join("; ");
  return {
    text: isTold
      ? `The widest observed difference in NDCG@10 is in the ${factorLabel(widest.factor)}: ${size} between ${levelLabel(widest.factor, high)} (${decimal(widest.mean(high))}) and ${levelLabel(widest.factor, low)} (${decimal(widest.mean(low))}).`
      : `No two ${factors.some(({ factor }) => isFurther(factor)) ? "levels of a factor" : "models, workflows or knowledge modes"} can be told apart by NDCG@10.`,
    small: `${isTold ? "" : `widest observed: ${size} between ${levelLabel(widest.factor, high)} and ${levelLabel(widest.factor, low)}, `}${pCorrected(widest.holm_p)} (Holm over ${pairs} of levels), ${countOf(widest.n, "scenario")}${rest ? `; widest of the others: ${rest}; that one factor moves it more than another is not tested` : ""}`,
    sides: [
      bothSides(
        { config, scores: scores.filter(({ workflow }) => workflow !== OWN) },
        {
          ...selectLevels(widest.factor, [high, low], widest),
          ...{ metric: "ndcg@10", label: (level) => levelLabel(widest.factor, level) },
          said: [high, low].map((level) => levelLabel(widest.factor, level)).join(" and "),
        },
      ),
    ],
  };
}

function widestPair({ factor, levels, pairs }: Factor) {
  const mean = (level: string) => levels.find((entry) => entry.level === level)?.mean ?? null;
  return pairs
    .flatMap(({ difference, ...pair }) => (difference === null ? [] : [{ factor, levels, difference, mean, ...pair }]))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))[0];
}

function describePair({ difference, holm_p }: { difference: number; holm_p: number | null }): string {
  return `${decimal(Math.abs(difference))}, ${pCorrected(holm_p)}`;
}

function pCorrected(p: number | null): string {
  return `corrected ${pValue(p)}`;
}

/** Of the expected ids that answers miss, how many had been retrieved? */
function losses(scores: Results["scores"]): SidedFinding | null {
  const [unreported, unretrieved] = [
    positive(scores, "retrieved_unreported", "with ids retrieved and not reported"),
    positive(scores, "unretrieved_unreported", "with ids that no tool returned"),
  ];
  const missed = unreported.sum + unretrieved.sum;
  if (missed === 0) return null;
  return {
    text: `${percent(unreported.sum / missed, 0)} of the expected ids that answers miss had been retrieved and were not reported.`,
    small: `${count(unreported.sum)} of ${countOf(missed, "missed id")} ${unreported.sum === 1 ? "was" : "were"} lost in communication, the others in search, over the ${countOf(unreported.known, "execution")} of answerable scenarios of which it is known what they retrieved; a count, not a test`,
    sides: [unreported, unretrieved].flatMap(({ side }) => (side.executions > 0 ? [side] : [])),
  };
}
