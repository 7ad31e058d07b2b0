import { z } from "zod";

const share = z.number().min(0).max(1);
/** At 0 no data would ever do, at 1 any. */
const level = z.number().gt(0).lt(1);

/** What executions can be told apart by; each group is held against its own part of the baseline. */
export const GROUPINGS = ["configuration", "model", "family"] as const;
export type Grouping = (typeof GROUPINGS)[number];

const hardBreaksSchema = z.strictObject({
  from: z.number().describe("a scenario passed when its mean in the baseline is at least this good"),
  below: z.number().describe("and broke when its mean in the candidate is worse than this"),
  allowed: z.number().int().min(0).default(0).describe("broken scenarios that are put up with"),
});

const worstLossSchema = z.number().min(0);

const gateRuleSchema = z
  .strictObject({
    direction: z.enum(["higher", "lower"]).optional().describe("which is better; default: as the metric declares"),
    min_effect: z.number().min(0).default(0.02).describe("smallest loss that matters, in the metric's own unit"),
    level: level
      .optional()
      .describe("significance level of this rule, and 1 minus the coverage of its interval; default: the gate's"),
    margin: z
      .number()
      .positive()
      .optional()
      .describe("non-inferiority: to pass, the interval must rule out a loss as large as this"),
    largest_change: z
      .number()
      .positive()
      .optional()
      .describe(
        "no scenario's mean can change by more: what the test of a mean rests on; one that loses more is a regression. Default: by the metric's unit",
      ),
    hard_breaks: hardBreaksSchema.optional(),
    worst_loss: worstLossSchema.optional().describe("of this metric; default: the gate's"),
  })
  .refine(({ margin, min_effect }) => margin === undefined || margin >= min_effect, "margin is below min_effect");

const capsSchema = z.strictObject({
  unscored: share
    .optional()
    .default(0.05)
    .describe("largest share of the candidate's scores that may be missing, per rule"),
  failures: share.optional().describe("largest share of the candidate's executions that may end without an answer"),
  cost_usd: z.number().positive().optional().describe("of the candidate's whole run"),
  cost_increase: z.number().positive().optional().describe("per execution, as a share: 0.2 is 20 % more"),
  latency_p95_s: z.number().positive().optional(),
  latency_increase: z.number().positive().optional().describe("of the median, as a share"),
});

const ONE_SIDED =
  "abstention_correct is highest for who always abstains, abstention_false best for who never does: expected a rule for both, or functional_pass beside them";

/** One error of abstention alone is bought with the other (balanced accuracy of who always abstains is .5). */
function hasBothErrors(rules: Readonly<Record<string, unknown>>): boolean {
  const errors = ["abstention_correct", "abstention_missed", "abstention_false"].filter((name) => name in rules);
  return errors.length === 0 || "functional_pass" in rules || (errors.length > 1 && "abstention_false" in rules);
}

/** `gate:` in bench.yaml. How it decides: docs/method/gate.md. */
export const gateSchema = z.strictObject({
  level: level.default(0.05).describe("significance level after Holm's correction over the rules that are tested"),
  by: z
    .array(z.enum(GROUPINGS))
    .default([])
    .describe(
      "each rule is held against every configuration, model or family of questions too, so that none hides behind the others",
    ),
  coverage: share
    .default(0.95)
    .describe(
      "least share of the expected executions that both sides must hold, and of each rule's scores: below it, exit 4",
    ),
  worst_loss: worstLossSchema
    .optional()
    .describe(
      "largest loss that a single scenario may take, in each rule's own unit, whatever the mean does; default: any",
    ),
  assume: z
    .enum(["range", "symmetric"])
    .default("range")
    .describe(
      "of the scenarios' changes: only their range, or that they are symmetric about their mean, which finds more and errs where they are not",
    ),
  on_inconclusive: z
    .enum(["pass", "fail"])
    .default("pass")
    .describe("a loss that would matter and may be chance, or a cap whose value is unknown: fail is exit 3"),
  on_unseen: z
    .enum(["pass", "fail"])
    .default("pass")
    .describe("no rule is broken, but a loss that matters is not ruled out: fail is exit 3, for too little power"),
  metrics: z
    .record(z.string(), gateRuleSchema)
    .refine(hasBothErrors, ONE_SIDED)
    .default({
      functional_pass: gateRuleSchema.parse({}),
      "ndcg@10": gateRuleSchema.parse({}),
      "recall@10": gateRuleSchema.parse({}),
    }),
  caps: capsSchema.prefault({}),
});
export type GateConfig = z.infer<typeof gateSchema>;
export type GateRule = z.infer<typeof gateRuleSchema>;
