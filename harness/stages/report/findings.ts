import { WORKFLOWS } from "../../../agent/contract.ts";
import { countOf } from "../../../base/counts.ts";
import type { FactorEffects } from "../../analyses/factors.ts";
import { headlineMetric } from "../../analyses/headline.ts";
import type { PairedTest } from "../../analyses/paired-values.ts";
import type { Ranking } from "../../analyses/rankings.ts";
import type { Results } from "../../analyses/results.ts";
import { isSignificant, significantPairsOf } from "../../analyses/significant-pairs.ts";
import { findScore } from "../../columns/score-records.ts";
import { configurationName } from "../../domain/names.ts";
import { configurationLabel, count, decimal, metricLabel, percent, pValue, spanOf } from "../../drawing/format.ts";
import { factorLabel, levelLabel } from "../../figures/factor-level.ts";
import type { Finding } from "./site-data.ts";

type Factor = FactorEffects["factors"][number];

/** At most three sentences about the run, computed from its metrics, each with its effect, its corrected p and n. */
export function makeFindings(results: Results): Finding[] {
  return [leaders(results), largestFactor(results.factors), losses(results.scores)].filter(
    (finding) => finding !== null,
  );
}

/** From how many of the others is the configuration with the highest pass rate (or NDCG@10, where there is none) distinguished? Its choice is no gain: all pairs are corrected for. */
function leaders({ summary, rankings }: Results): Finding | null {
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
  const highest = ranking.order.filter(({ mean }) => mean === best.mean);
  const names = highest.length === 1 ? label(best.configuration) : countOf(highest.length, "configuration");
  const leader = `${names} ${highest.length === 1 ? "has" : "have"} the highest observed ${measure} (${value})`;
  const all = ranking.pairs.filter((pair) => isSignificant(pair, ranking.alpha)).length;
  const undecided = `${others - significant.length} of the other ${others} cannot be told apart from ${highest.length === 1 ? "it" : label(best.configuration)}`;
  return {
    text:
      all === 0
        ? `No two configurations can be told apart by ${measure} (highest observed: ${value}).`
        : significant.length === others
          ? `${leader}, and every other configuration differs significantly from it.`
          : `${leader}; ${undecided}.`,
    behind: { metric: headline },
    small: `${significant.length} significantly different${smallestSignificant(significant, headline)}, and ${all} of all ${ranking.pairs.length} pairs; paired tests of the mean over ${scenariosOf(ranking.pairs)}, Holm over all ${ranking.pairs.length} pairs${tooFew(ranking)}`,
  };
}

/** Of pairs that are tested, from the fewest to the most: not every configuration has a value everywhere. */
function scenariosOf(pairs: readonly { n: number; difference: number | null }[]): string {
  const sizes = pairs.flatMap(({ n, difference }) => (difference === null ? [] : [n]));
  return sizes.length === 1 || Math.max(...sizes) === Math.min(...sizes)
    ? countOf(Math.max(0, ...sizes), "scenario")
    : `${spanOf(sizes)} scenarios`;
}

/** Where with so few scenarios no pair could differ significantly. */
function tooFew({ smallest_holm_p, fewest_scenarios, alpha }: Ranking): string {
  return smallest_holm_p !== null && smallest_holm_p > alpha
    ? `, which takes ${fewest_scenarios} scenarios for any pair to differ significantly`
    : "";
}

/** The smallest difference to the best that the tests could tell apart. */
function smallestSignificant(significant: readonly PairedTest[], metric: string): string {
  const sizes = significant.map(({ difference }) => Math.abs(difference ?? 0));
  return sizes.length === 0
    ? ""
    : ` (observed differences from ${metric === "ndcg@10" ? decimal(Math.min(...sizes)) : `${decimal(100 * Math.min(...sizes), 1)} points`})`;
}

/** Between which levels of the factors is the widest observed difference in NDCG@10? Holm's correction is over all pairs that could have been it. */
function largestFactor(effects: readonly FactorEffects[]): Finding | null {
  const factors = effects.find(({ metric }) => metric === "ndcg@10")?.factors ?? [];
  const [widest, ...others] = factors
    .flatMap((factor) => widestPair(factor) ?? [])
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  if (!widest) return null;
  // Any pair: the widest need not be the one that the tests tell apart.
  const isTold = factors.some((factor) => factor.pairs.some((pair) => isSignificant(pair)));
  const pairs = factors.reduce((sum, factor) => sum + factor.pairs.length, 0);
  const [high, low] = widest.difference >= 0 ? [widest.first, widest.second] : [widest.second, widest.first];
  const size = decimal(Math.abs(widest.difference));
  const rest = others.map((other) => `${factorLabel(other.factor)} ${describePair(other)}`).join("; ");
  return {
    text: isTold
      ? `The widest observed difference in NDCG@10 is in the ${factorLabel(widest.factor)}: ${size} between ${levelLabel(widest.factor, high)} (${decimal(widest.mean(high))}) and ${levelLabel(widest.factor, low)} (${decimal(widest.mean(low))}).`
      : "No two models, workflows or knowledge modes can be told apart by NDCG@10.",
    behind: { workflow: WORKFLOWS.join(","), metric: "ndcg@10" },
    small: `${isTold ? "" : `widest observed: ${size} in the ${factorLabel(widest.factor)}, `}${pCorrected(widest.holm_p)} (Holm over all ${pairs} pairs of levels), ${scenariosOf(factors.flatMap((factor) => factor.pairs))}${rest ? `; widest of the others: ${rest}` : ""}; that one factor moves it more than another is not tested`,
  };
}

function widestPair({ factor, levels, pairs }: Factor) {
  const mean = (level: string) => levels.find((entry) => entry.level === level)?.mean ?? null;
  return pairs
    .flatMap(({ difference, ...pair }) => (difference === null ? [] : [{ factor, difference, mean, ...pair }]))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))[0];
}

function describePair({ difference, holm_p }: { difference: number; holm_p: number | null }): string {
  return `${decimal(Math.abs(difference))}, ${pCorrected(holm_p)}`;
}

function pCorrected(p: number | null): string {
  return `corrected ${pValue(p)}`;
}

/** Of the expected ids that answers miss, how many had been retrieved? */
function losses(scores: Results["scores"]): Finding | null {
  const sum = (metric: string) => scores.reduce((total, record) => total + (findScore(record, metric)?.value ?? 0), 0);
  const unreported = sum("retrieved_unreported");
  const unretrieved = sum("unretrieved_unreported");
  const missed = unreported + unretrieved;
  if (missed === 0) return null;
  const share = unreported / missed;
  return {
    text: `${percent(share, 0)} of the expected ids that answers miss had been retrieved and were not reported.`,
    behind: { metric: "expected_ids" },
    small: `${count(unreported)} of ${count(missed)} missed ids were lost in communication, the others in search, over all executions of answerable scenarios; a count, not a test`,
  };
}
