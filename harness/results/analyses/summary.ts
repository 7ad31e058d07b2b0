import { z } from "zod";
import { lazily } from "../../../base/lazily.ts";
import { countDistinct } from "../../../scenarios/set/clusters.ts";
import { COMPLEXITIES, FAMILIES } from "../../../scenarios/set/schema.ts";
import { levelConfigs } from "../../record/config/factors/resolve.ts";
import { estimateSchema } from "../../record/domain/estimate.ts";
import { configuration as configurationFields, count } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { estimateMean, estimateMetrics } from "../metrics/estimate.ts";
import { defineAnalysis } from "./analysis.ts";
import { makePolicies } from "./policies.ts";
import type { Scored, ScoredConfiguration } from "./scored.ts";
import { configurationSummarySchema, summarizeConfiguration } from "./summary/configuration.ts";

export const BROKEN_DOWN_BY = ["family", "complexity"] as const;

/** Metrics that are also broken down by these. */
const BROKEN_DOWN = [
  "functional_pass",
  "pass",
  "overall_score",
  "ndcg@10",
  "mrr@10",
  "recall@10",
  "entity_coverage",
  "grounding_coverage",
] as const;

const breakdownSchema = z
  .strictObject({
    ...configurationFields,
    by: z.enum(BROKEN_DOWN_BY),
    level: z.enum([...FAMILIES, ...COMPLEXITIES]),
    metric: z.string(),
    estimate: estimateSchema,
  })
  .describe("One metric broken down by one factor level within a configuration.");
export type BreakdownRow = z.infer<typeof breakdownSchema>;

const summarySchema = z.strictObject({
  scenarios: count,
  distinct_scenarios: count
    .optional()
    .describe(
      "so many of the scenarios can be picked that no two begin at one item, where that is recorded, or share half of their relevant ids; absent where all can",
    ),
  cells: count,
  stand_in_models: z.array(z.string()),
  stand_in_judges: z.array(z.string()),
  simulated_reviewer: z
    .literal(true)
    .optional()
    .describe("a script decided on the agents' calls (safe_mode); absent where every call was made"),
  policies: z.array(z.string()).describe("how the numbers are to be read"),
  configurations: z.array(configurationSummarySchema),
  breakdown: z.array(breakdownSchema),
  overall: z.record(z.string(), estimateSchema).describe("all executions together"),
});
export type Summary = z.infer<typeof summarySchema>;

export const summary = defineAnalysis({
  name: "summary",
  schema: summarySchema.describe("Every metric of every configuration, with its n and how many were unscored."),
  needs: [],
  compute: summarize,
});

function summarize({ config, configurations, executions }: Scored): Summary {
  const judges = executions.flatMap(({ primary, calibration, meta }) => [primary, calibration, meta]);
  const standIns = judges.flatMap((verdict) => (verdict?.stand_in ? [verdict.evaluator] : []));
  const scenarios = [...new Map(executions.map(({ scenario }) => [scenario.id, scenario])).values()];
  const distinct = countDistinct(scenarios);
  return {
    scenarios: scenarios.length,
    ...(distinct < scenarios.length && { distinct_scenarios: distinct }),
    cells: executions.length,
    stand_in_models: config.models.filter((model) => model.provider === "policy").map((model) => model.name),
    stand_in_judges: [...new Set(standIns)].sort(),
    ...(levelConfigs(config).some(({ safe_mode }) => safe_mode) && { simulated_reviewer: true as const }),
    policies: makePolicies(config),
    configurations: configurations.map((entry) => summarizeConfiguration(config, entry)),
    breakdown: configurations.flatMap(breakDown),
    overall: estimateMetrics(executions, "overall"),
  };
}

function breakDown({ configuration, executions }: ScoredConfiguration): BreakdownRow[] {
  const factors = [
    ...FAMILIES.map((level) => ({ by: "family" as const, level })),
    ...COMPLEXITIES.map((level) => ({ by: "complexity" as const, level })),
  ];
  return factors.flatMap(({ by, level }) => {
    const part = executions.filter(({ record }) => record[by] === level);
    if (part.length === 0) return [];
    const name = `${configurationName(configuration)}/${by}/${level}`;
    return BROKEN_DOWN.map((metric) =>
      lazily<BreakdownRow>({
        model: () => configuration.model,
        workflow: () => configuration.workflow,
        knowledge: () => configuration.knowledge,
        ...(configuration.levels !== undefined && { levels: () => configuration.levels }),
        by: () => by,
        level: () => level,
        metric: () => metric,
        estimate: () => estimateMean(part, metric, name),
      }),
    );
  });
}
