import { type Configuration, configurationOf } from "../../../record/domain/names.ts";
import { sayGain } from "../../../results/analyses/say-gain.ts";
import type { StrategyGain } from "../../../results/analyses/strategies.ts";
import type { FollowingPage, PageInput } from "./page.ts";

export interface StrategiesData {
  gains: readonly (StrategyGain & { text: string })[];
  times: readonly (Configuration & { query_type: string; n: number; median_ms: number | null })[];
}

export const strategiesPage: FollowingPage<StrategiesData> = {
  file: "strategies",
  title: "Strategies",
  data: { name: "strategies", follows: true, make },
};

/** What an agent gains, in sentences, and how long each took by kind of question. */
function make({ results }: PageInput): StrategiesData {
  return {
    gains: results.strategies.gains.map((gain) => ({ ...gain, text: sayGain(gain) })),
    times: results.timing.configurations.flatMap(({ query_types = [], ...configuration }) =>
      query_types.map((row) => ({ ...configurationOf(configuration), ...row })),
    ),
  };
}
