import { colorOrder } from "../../../record/config/matrix.ts";
import type { BaselineSummary } from "../../../results/analyses/baselines.ts";
import type { Ranking } from "../../../results/analyses/rankings.ts";
import type { BreakdownRow } from "../../../results/analyses/summary.ts";
import type { FollowingPage, PageInput } from "./page.ts";

export interface RetrievalData {
  models: string[];
  rankings: readonly Ranking[];
  /** Rankers without a model are listed with the configurations, but are not configurations. */
  baselines: readonly BaselineSummary[];
  breakdown: readonly BreakdownRow[];
}

export const retrievalPage: FollowingPage<RetrievalData> = {
  file: "retrieval",
  title: "Retrieval",
  data: { name: "retrieval", follows: true, make },
};

function make({ config, results }: PageInput): RetrievalData {
  const { rankings, baselines, summary } = results;
  return { models: colorOrder(config), rankings, baselines, breakdown: summary.breakdown };
}
