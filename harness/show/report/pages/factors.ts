import type { FactorEffects } from "../../../results/analyses/factors.ts";
import type { FollowingPage, PageInput } from "./page.ts";

export interface FactorsData {
  factors: readonly FactorEffects[];
}

export const factorsPage: FollowingPage<FactorsData> = {
  file: "factors",
  title: "Factors",
  data: { name: "factors", make },
};

function make({ results }: PageInput): FactorsData {
  return { factors: results.factors };
}
