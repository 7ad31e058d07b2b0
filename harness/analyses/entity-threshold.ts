import { z } from "zod";
import { makeCaption } from "../tables/caption.ts";
import { ENTITY_THRESHOLD } from "../tables/published/aggregates.ts";
import { isJudged, passesAt } from "../tables/sensitivity/pass-at.ts";
import { defineAnalysis } from "./analysis.ts";
import { count, numberOrNull } from "./fields.ts";
import type { Scored } from "./scored.ts";

/** In percent; the study's range and step. */
const THRESHOLDS = [50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100] as const;
const REFERENCE = 80;

const entityThresholdSchema = z.strictObject({
  threshold: count.describe("in percent"),
  passes: count,
  pass_rate: numberOrNull,
  delta: count.describe(`passes more than at ${REFERENCE} %`),
  n: count,
});
export type EntityThreshold = z.infer<typeof entityThresholdSchema>;

export const entityThreshold = defineAnalysis({
  name: "entity_threshold",
  schema: z
    .array(entityThresholdSchema)
    .describe("How many executions pass when another share of expected entities is required, all else equal."),
  needs: [],
  compute: countPasses,
  table: (rows, facts) => ({
    name: "entity_threshold",
    title: "Passes by entity threshold",
    caption: makeCaption(
      facts,
      `Executions that pass the rule (all ids, alignment of at least ${facts.config.judges.alignment_threshold}, this share of entities) on the primary judge's findings.`,
      "n: executions with a verdict, and failed ones, which never pass.",
    ),
    columns: [
      { key: "threshold", label: "Threshold %", show: "count" },
      { key: "passes", label: "Passes", show: "count" },
      { key: "pass_rate", label: "Pass %", show: "percent" },
      { key: "delta", label: `Against ${REFERENCE} %`, show: "count" },
      { key: "n", label: "n", show: "count" },
    ],
    published: ENTITY_THRESHOLD,
    rows,
  }),
});

function countPasses({ executions, config }: Scored): EntityThreshold[] {
  const judged = executions.filter(isJudged);
  const { entity_threshold: entity, alignment_threshold: alignment } = config.judges;
  const passed = (percent: number) =>
    judged.filter((execution) => passesAt(execution, { entity: percent / 100, alignment }, { entity, alignment }))
      .length;
  const reference = passed(REFERENCE);
  return THRESHOLDS.map((threshold) => ({
    threshold,
    passes: passed(threshold),
    pass_rate: judged.length === 0 ? null : passed(threshold) / judged.length,
    delta: passed(threshold) - reference,
    n: judged.length,
  }));
}
