import { WORKFLOWS } from "../../../agent/contract.ts";
import {
  configurationLabel,
  count,
  decimal,
  knowledgeLabel,
  percent,
  pValue,
  workflowLabel,
} from "../../charts/format.ts";
import type { Results } from "../../charts/results.ts";
import { configurationName } from "../../domain/names.ts";
import type { FactorEffects, Ranking } from "../../domain/summary.ts";
import type { Finding } from "./site-data.ts";

type Factor = FactorEffects["factors"][number];

/** At most three sentences about the run, computed from its metrics, each with its effect, its corrected p and n. */
export function makeFindings(results: Results): Finding[] {
  return [leaders(results), largestFactor(results.factors), losses(results.scores)].filter(
    (finding) => finding !== null,
  );
}

/** How many configurations may be the best? */
function leaders({ summary, rankings }: Results): Finding | null {
  const ranking = rankings.find(({ metric }) => metric === "pass");
  const best = ranking?.order[0];
  if (!ranking || !best || best.mean === null || ranking.order.length < 2) return null;
  const label = (name: string) => {
    const found = summary.configurations.find((configuration) => configurationName(configuration) === name);
    return found ? configurationLabel(found) : name;
  };
  const sharing = ranking.order.filter(({ band }) => band === 1).length;
  const others = ranking.order.length - sharing;
  const leader = `${label(best.configuration)} has the highest pass rate (${percent(best.mean)})`;
  return {
    text:
      sharing === 1
        ? `${leader}, and every other configuration is below it.`
        : `${leader}, but ${sharing - 1} of the other ${ranking.order.length - 1} configurations can't be told from it.`,
    behind: { metric: "pass" },
    small: `${others} are told apart${smallestTold(ranking, best.configuration)}; paired tests of the mean over ${ranking.scenarios} scenarios, Holm over all ${ranking.pairs.length} pairs${tooFew(ranking)}`,
  };
}

/** Where no data on so many scenarios could have told any pair apart. */
function tooFew({ smallestHolmP, fewestScenarios, alpha }: Ranking): string {
  return smallestHolmP !== null && smallestHolmP > alpha
    ? `, which takes ${fewestScenarios} scenarios to tell any pair apart`
    : "";
}

/** The smallest difference to the best that the tests could tell apart. */
function smallestTold({ pairs, alpha }: Ranking, best: string): string {
  const told = pairs
    .filter(({ first, second, holmP }) => (first === best || second === best) && holmP !== null && holmP < alpha)
    .map(({ difference }) => Math.abs(difference ?? 0));
  return told.length === 0 ? "" : `, the nearest by ${(100 * Math.min(...told)).toFixed(1)} points`;
}

/** Which factor's levels lie furthest apart in NDCG@10? */
function largestFactor(effects: readonly FactorEffects[]): Finding | null {
  const factors = effects.find(({ metric }) => metric === "ndcg@10")?.factors ?? [];
  const [widest, ...others] = factors
    .flatMap((factor) => widestPair(factor) ?? [])
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  if (!widest) return null;
  const [high, low] = widest.difference >= 0 ? [widest.first, widest.second] : [widest.second, widest.first];
  const size = decimal(Math.abs(widest.difference));
  const rest = others.map((other) => `${factorLabel(other.factor)} ${describePair(other)}`).join("; ");
  return {
    text: `The ${factorLabel(widest.factor)} moves NDCG@10 most: ${size} between ${levelLabel(widest.factor, high)} (${decimal(widest.mean(high))}) and ${levelLabel(widest.factor, low)} (${decimal(widest.mean(low))}).`,
    behind: { workflow: WORKFLOWS.join(","), metric: "ndcg@10" },
    small: `${pCorrected(widest.holmP)}, ${widest.n} scenarios${rest ? `; ${rest}` : ""}`,
  };
}

function widestPair({ factor, levels, pairs }: Factor) {
  const mean = (level: string) => levels.find((entry) => entry.level === level)?.mean ?? null;
  return pairs
    .flatMap(({ difference, ...pair }) => (difference === null ? [] : [{ factor, difference, mean, ...pair }]))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))[0];
}

function describePair({ difference, holmP }: { difference: number; holmP: number | null }): string {
  return `${decimal(Math.abs(difference))}, ${pCorrected(holmP)}`;
}

function pCorrected(p: number | null): string {
  return `corrected ${pValue(p)}`;
}

/** Of the expected ids that answers miss, how many had been retrieved? */
function losses(scores: Results["scores"]): Finding | null {
  const sum = (metric: string) => scores.reduce((total, record) => total + (record.scores[metric]?.value ?? 0), 0);
  const unreported = sum("retrieved_unreported");
  const unretrieved = sum("unretrieved_unreported");
  const missed = unreported + unretrieved;
  if (missed === 0) return null;
  const share = unreported / missed;
  const reading =
    share > 0.5 ? "more a communication loss than a search loss" : "more a search loss than a communication loss";
  return {
    text: `${percent(share, 0)} of the expected ids that answers miss had been retrieved and were not reported.`,
    behind: { metric: "expected_ids" },
    small: `${reading}: ${count(unreported)} of ${count(missed)} missed ids, over all executions of answerable scenarios; a count, not a test`,
  };
}

function factorLabel(factor: Factor["factor"]): string {
  return factor === "knowledge" ? "knowledge mode" : factor;
}

function levelLabel(factor: Factor["factor"], level: string): string {
  return factor === "workflow" ? workflowLabel(level) : factor === "knowledge" ? knowledgeLabel(level) : level;
}
