import { grouped } from "../../../db/base/grouped.ts";
import { count, decimal, knowledgeLabel, percent, workflowLabel } from "../../charts/format.ts";
import type { Results } from "../../charts/results.ts";
import type { ConfigurationSummary } from "../../domain/summary.ts";
import type { Finding } from "./site-data.ts";

type Factor = "model" | "workflow" | "knowledge";

/** At most three sentences about the run, computed from its metrics, each with its effect and n. */
export function makeFindings({ summary, scores }: Results): Finding[] {
  return [largestFactor(summary.configurations), knowledgeEffect(summary.configurations), losses(scores)].filter(
    (finding) => finding !== null,
  );
}

/** Which factor's levels lie furthest apart in NDCG@10? Plain differences of means: what is not tested is said to be so. */
function largestFactor(configurations: readonly ConfigurationSummary[]): Finding | null {
  const spreads = (["model", "workflow", "knowledge"] as const)
    .map((factor) => spreadOf(configurations, factor, "ndcg@10"))
    .filter((spread) => spread !== null)
    .sort((a, b) => b.size - a.size);
  const [widest, ...others] = spreads;
  if (!widest) return null;
  const { factor, best, worst, size } = widest;
  const rest = others.map((other) => `${factorLabel(other.factor)} ${decimal(other.size)}`).join(", ");
  const n = configurations.reduce((sum, { metrics }) => sum + (metrics["ndcg@10"]?.n ?? 0), 0);
  return {
    text: `The ${factorLabel(factor)} moves NDCG@10 most: ${decimal(size)} between ${levelLabel(factor, best.level)} (${decimal(best.mean)}) and ${levelLabel(factor, worst.level)} (${decimal(worst.mean)}).`,
    small: `largest difference of means between levels${rest ? `; ${rest}` : ""}; n = ${count(n)} executions; descriptive, not tested`,
  };
}

interface Level {
  level: string;
  mean: number;
  n: number;
}

function spreadOf(configurations: readonly ConfigurationSummary[], factor: Factor, metric: string) {
  const levels = levelsOf(configurations, factor, metric).sort((a, b) => b.mean - a.mean);
  if (levels.length < 2) return null;
  const best = levels[0]!;
  const worst = levels.at(-1)!;
  return { factor, best, worst, size: best.mean - worst.mean };
}

/** Mean of a metric per level of a factor, over all its executions. */
function levelsOf(configurations: readonly ConfigurationSummary[], factor: Factor, metric: string): Level[] {
  return [...grouped(configurations, (configuration) => configuration[factor] as string)].flatMap(
    ([level, members]) => {
      const estimates = members.map(({ metrics }) => metrics[metric]).filter((estimate) => estimate?.mean != null);
      const n = estimates.reduce((sum, estimate) => sum + estimate!.n, 0);
      const total = estimates.reduce((sum, estimate) => sum + estimate!.mean! * estimate!.n, 0);
      return n === 0 ? [] : [{ level, mean: total / n, n }];
    },
  );
}

/** Does the route by which the policies reach the model change the pass rate, and for whom most? */
function knowledgeEffect(configurations: readonly ConfigurationSummary[]): Finding | null {
  const perModel = [...grouped(configurations, ({ model }) => model)].flatMap(([model, members]) => {
    const spread = spreadOf(members, "knowledge", "pass");
    return spread ? [{ model, ...spread }] : [];
  });
  const [widest, ...others] = perModel.sort((a, b) => b.size - a.size);
  if (!widest) return null;
  const { model, best, worst, size } = widest;
  const rest = others.map((other) => `${other.model} ${(other.size * 100).toFixed(1)}`).join(", ");
  return {
    text: `How the policies reach the model changes the pass rate most for ${model}: ${knowledgeLabel(best.level)} ${percent(best.mean)}, ${knowledgeLabel(worst.level)} ${percent(worst.mean)}.`,
    small: `${(size * 100).toFixed(1)} points${rest ? `; ${rest}` : ""}; n = ${best.n} and ${worst.n}; descriptive, not tested`,
  };
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
    small: `${reading}: ${count(unreported)} of ${count(missed)} missed ids, over all executions of answerable scenarios`,
  };
}

function factorLabel(factor: Factor): string {
  return factor === "knowledge" ? "knowledge mode" : factor;
}

function levelLabel(factor: Factor, level: string): string {
  return factor === "workflow" ? workflowLabel(level) : factor === "knowledge" ? knowledgeLabel(level) : level;
}
