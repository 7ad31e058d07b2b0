import type { JudgeSpending } from "../../dag/ceilings/judge-spending.ts";
import type { Summary } from "../../results/analyses/summary.ts";

/** What a run took in all: its systems, and its judges. */
export interface Taken {
  tokens: number;
  /** Of `tokens`, those of the judges. */
  ofJudges: number;
  /** Whether some system or judge did not tell its tokens: there are more. */
  unreported: boolean;
  estimated: boolean;
  /** US dollars; null when a price is unknown. */
  cost: number | null;
}

export function takenBy({ configurations }: Pick<Summary, "configurations">, judges: JudgeSpending): Taken {
  const systems = configurations.map(({ tokens }) => tokens);
  const untold = configurations.some(({ metrics, outcomes }) => (metrics.tokens_in?.unscored ?? 0) > outcomes.missing);
  const costs = [...configurations.map(({ cost }) => cost), judges.cost];
  return {
    tokens: systems.reduce((sum, one) => sum + (one.input_total ?? 0) + (one.output_total ?? 0), judges.tokens),
    ofJudges: judges.tokens,
    unreported: judges.unreported || untold,
    estimated: systems.some(({ estimated }) => estimated),
    cost: costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0),
  };
}
