import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { type Flip, type MetricComparison, scoredPairs } from "./metric-comparison.ts";
import type { ExecutionPair } from "./pairing.ts";

/** A question whose answers scored otherwise than before, by one metric: means over configurations and repeats. */
export interface QuestionChange {
  metric: string;
  scenario: string;
  /** Its turns, joined by arrows; null where only scores are known. */
  question: string | null;
  baseline: number;
  candidate: number;
  /** Below 0 it got better. */
  loss: number;
  /** Executions whose score moved the same way, and the largest of these moves. */
  moved: number;
  executions: readonly Flip[];
}

/** Of each metric so many that lost most, and as many that won most. */
const KEPT = 20;
const KEPT_EXECUTIONS = 2;

/** Gains and losses by question, per metric the heaviest losses first and the largest gains last. */
export function questionChanges(
  rows: readonly Pick<MetricComparison, "metric" | "better">[],
  pairs: readonly ExecutionPair[],
  questions: Readonly<Record<string, string>> = {},
): QuestionChange[] {
  return rows.flatMap((row) => {
    const changes = changesOf(row, pairs)
      .map((change) => ({ ...change, question: questions[change.scenario] ?? null }))
      .sort((a, b) => b.loss - a.loss || compareText(a.scenario, b.scenario));
    const losses = changes.filter(({ loss }) => loss > 0).slice(0, KEPT);
    const gains = changes.filter(({ loss }) => loss < 0).slice(-KEPT);
    return [...losses, ...gains];
  });
}

function changesOf(
  { metric, better }: Pick<MetricComparison, "metric" | "better">,
  pairs: readonly ExecutionPair[],
): Omit<QuestionChange, "question">[] {
  const sign = better === "lower" ? 1 : -1;
  return [...grouped(scoredPairs(metric, pairs).scored, ({ scenario }) => scenario)].map(([scenario, flips]) => {
    const [baseline, candidate] = [
      mean(flips.map((flip) => flip.baseline))!,
      mean(flips.map((flip) => flip.candidate))!,
    ];
    // Rounded to nine decimals: what differs by rounding alone is no change.
    const loss = Math.round(sign * (candidate - baseline) * 1e9) / 1e9;
    const along = flips
      .filter(({ change }) => sign * change * loss > 0)
      .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || compareText(a.name, b.name));
    return {
      metric,
      scenario,
      baseline,
      candidate,
      loss,
      moved: along.length,
      executions: along.slice(0, KEPT_EXECUTIONS),
    };
  });
}
