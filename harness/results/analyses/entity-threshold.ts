import { z } from "zod";
import { count, numberOrNull } from "../../record/domain/fields.ts";
import { functionalAt, isJudged, passesAt } from "../metrics/pass-at.ts";
import type { Target } from "../selection/target.ts";
import { makeCaption } from "../table-format/caption.ts";
import { ENTITY_THRESHOLD } from "../table-format/published/aggregates.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { Scored } from "./scored.ts";

/** In percent; the study's range and step. */
const THRESHOLDS = [50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100] as const;
const REFERENCE = 80;

const entityThresholdSchema = z.strictObject({
  threshold: count.describe("in percent"),
  passes: count.describe("by the functional verdict"),
  pass_rate: numberOrNull,
  delta: count.describe(`passes more than at ${REFERENCE} %`),
  n: count.describe("executions with a functional verdict whose scenario is answerable and expects entities"),
  judge_passes: count.describe("of those with a judge's verdict, by its rule on its findings"),
  judge_pass_rate: numberOrNull,
  judge_n: count,
});
export type EntityThreshold = z.infer<typeof entityThresholdSchema>;

/** Executions whose scenario expects entities. */
const WITH_ENTITIES: Target = { answerable: "true", metric: "functional_pass,entity_coverage", has: "value" };
const JUDGED_WITH_ENTITIES: Target = { ...WITH_ENTITIES, metric: "pass,entity_coverage" };

export const entityThreshold = defineAnalysis({
  name: "entity_threshold",
  schema: z
    .array(entityThresholdSchema)
    .describe(
      "How many executions pass when another share of expected entities is required, all else equal; over those whose scenario expects entities.",
    ),
  needs: [],
  compute: countPasses,
  behind: {
    threshold: null,
    n: { ...WITH_ENTITIES, of: "n" },
    passes: ({ threshold }) => ({ ...WITH_ENTITIES, of: "passes at", at: String(threshold) }),
    pass_rate: ({ threshold }) => ({ ...WITH_ENTITIES, of: "pass rate at", at: String(threshold) }),
    delta: ({ threshold }) => ({ ...WITH_ENTITIES, of: "passes more at", at: String(threshold) }),
    judge_passes: ({ threshold }) => ({ ...JUDGED_WITH_ENTITIES, of: "passes at", at: String(threshold) }),
    judge_pass_rate: ({ threshold }) => ({ ...JUDGED_WITH_ENTITIES, of: "pass rate at", at: String(threshold) }),
    judge_n: { ...JUDGED_WITH_ENTITIES, of: "n" },
  },
  table: (rows, facts) => ({
    title: "Passes by entity threshold",
    caption: makeCaption(
      facts,
      "Executions of answerable scenarios with expected entities that pass when this share of them is required, all else equal: by the functional verdict, and by the judge's rule on its own findings.",
      "n: executions with that verdict, and failed ones, which never pass.",
    ),
    columns: [
      ...columnsShown("count", { threshold: "Threshold %", passes: "Functional passes" }),
      { key: "pass_rate", label: "Functional pass %", format: "percent" },
      ...columnsShown("count", { delta: `Against ${REFERENCE} %`, n: "n", judge_passes: "Judge's passes" }),
      { key: "judge_pass_rate", label: "Judge's pass %", format: "percent" },
      { key: "judge_n", label: "n judged", format: "count" },
    ],
    published: ENTITY_THRESHOLD,
    rows,
  }),
});

function countPasses({ executions, config }: Scored): EntityThreshold[] {
  const asked = executions.filter(({ scenario }) => scenario.answerable && scenario.expected_entities.length > 0);
  const verified = asked.filter((execution) => functionalAt(execution, 1) !== null);
  const judged = asked.filter(isJudged);
  const { entity_threshold: entity, alignment_threshold: alignment } = config.judges;
  const rows = THRESHOLDS.map((threshold) => {
    const at = threshold / 100;
    const passes = verified.filter((execution) => functionalAt(execution, at) === 1).length;
    const judgePasses = judged.filter((execution) =>
      passesAt(execution, { entity: at, alignment }, { entity, alignment }),
    ).length;
    return {
      threshold,
      passes,
      pass_rate: verified.length === 0 ? null : passes / verified.length,
      n: verified.length,
      judge_passes: judgePasses,
      judge_pass_rate: judged.length === 0 ? null : judgePasses / judged.length,
      judge_n: judged.length,
    };
  });
  const reference = rows.find(({ threshold }) => threshold === REFERENCE)!.passes;
  return rows.map((row) => ({ ...row, delta: row.passes - reference }));
}
