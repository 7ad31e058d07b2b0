import { z } from "zod";
import { lazily } from "../../../base/lazily.ts";
import { countDistinct } from "../../../scenarios/set/clusters.ts";
import { COMPLEXITIES, FAMILIES } from "../../../scenarios/set/schema.ts";
import { levelConfigs } from "../../record/config/factors/resolve.ts";
import type { Config } from "../../record/config/schema.ts";
import { estimateSchema } from "../../record/domain/estimate.ts";
import { configuration as configurationFields, count } from "../../record/domain/fields.ts";
import { boundsNotices, configurationName } from "../../record/domain/names.ts";
import { estimateMean, estimateMetrics } from "../metrics/estimate.ts";
import { defineAnalysis } from "./analysis.ts";
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

/** How the numbers are to be read, one sentence each; shown with every table and on the Method page. */
function makePolicies(config: Config): string[] {
  const percent = Math.round(config.judges.entity_threshold * 100);
  return [
    `The pass rate is that of the functional verdict, which no judge has a part in: a successful outcome, all expected ids in the recommended list (in the answer, of an agent that says that it ranks nothing), none there that no record has, and ${percent} % of the expected entities in the answer or in a document that it names; where there is nothing to find, an answer that abstains. Abstaining where there is something fails. The judge's pass rate stands beside it under its name.`,
    "Every expected execution has a row; what could not be measured is unscored with a reason and is left out of means, never counted as 0.",
    "Ranking metrics are over answerable scenarios only, with relevance 1 for each expected id; the order is that of the answer's own ranked list. Abstaining there is an empty list and scores 0.",
    "An execution that timed out or failed gave the user nothing: it scores 0 in ranking, coverage, functional and judge's pass, overall score and alignment. It is unscored in grounding, label coverage and the four quality dimensions, since there is no text to look at, and counts as neither a correct nor a missed abstention.",
    "A verdict that is blocked or missing says nothing about the answer: its scores are unscored, not failed.",
    "Judge's pass and quality are the primary judge's; calibration and arbitration measure the judge and change no score.",
    "Ids are grounded when the full text of a successful tool result contains them, whatever part of it the model was shown (view=preview: only what it was shown). Ids that the question itself names are left out.",
    "Ground truth lists relevant ids only: a relevant id that nobody recorded counts as wrong. Label coverage says how much of each list is labelled.",
    "Means carry 95 % intervals, with scenarios as the sample: for scores with a range by that range, whatever their distribution, so that they have a width at the ceiling too; for counts and tokens a bootstrap of 2,000 resamples of whole scenarios (percentiles, expanded for few scenarios; none below five or without any spread). Medians and other quantiles interpolate linearly (type 7).",
    "Highest, lowest, widest and largest describe these executions only: selected after seeing the results, and no claim beyond them. Only pairs are tested, corrected over all pairs that could have been named.",
    "Executions of one scenario depend on each other. Tests, intervals and slopes are over scenarios; where a p of the reference study is reproduced, which treats executions as independent, it is called naive.",
    ...boundsNotices(config.workflows),
    "Wall-clock times stand apart in metrics/timing.json and timing.csv; everything else is equal for equal seeds.",
  ];
}
