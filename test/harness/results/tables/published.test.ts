import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  ENTITY_THRESHOLD,
  JUDGE_IR,
  PASSES_WITHIN,
  STRATIFICATION,
  TOOL_CALLS,
} from "../../../../harness/results/table-format/published/aggregates.ts";
import {
  ABSTENTION,
  EFFORT,
  JUDGE_RESULTS,
  RETRIEVAL,
} from "../../../../harness/results/table-format/published/per-configuration.ts";
import type { Published, TableCell } from "../../../../harness/results/table-format/table.ts";
import { describeUnless } from "../../../left-out.ts";
import { sharedPath } from "../../../shared.ts";

const path = sharedPath("reference-tables.json");

describeUnless(
  path === null ? "the study's tables beside the checkout" : null,
  "the study's figures beside ours equal its published tables",
  () => {
    const reference = JSON.parse(readFileSync(path!, "utf8"));

    it.each([
      [
        "retrieval_per_configuration",
        RETRIEVAL,
        { "ndcg@10": ["ndcg@10", 1], "mrr@10": ["mrr@10", 1], "recall@1": ["recall@1", 1] },
      ],
      [
        "judge_per_configuration",
        JUDGE_RESULTS,
        { pass: ["judge_pass_pct", 100], overall_score: ["overall", 1], evidence_grounding: ["evidence_grounding", 1] },
      ],
      [
        "abstention_per_configuration",
        ABSTENTION,
        { correct_rate: ["correct_pct_of_14", 100], false_rate: ["false_pct_of_38", 100] },
      ],
      [
        "efficiency_medians",
        EFFORT,
        { tool_calls: ["tool_calls", 1], tokens_in: ["input_tokens", 1], tokens_out: ["output_tokens", 1] },
      ],
      [
        "tool_reliability",
        TOOL_CALLS,
        {
          calls: ["calls", 1],
          success_share: ["success_pct", 100],
          "grounding_coverage(view=study)": ["grounding", 1],
        },
      ],
    ] as [string, Published, Record<string, [string, number]>][])("%s", (name, { rows: ours }, columns) => {
      expect(ours).toHaveLength(reference[name].length);
      for (const [at, row] of ours.entries()) {
        const theirs = reference[name][at];
        expect([row.model, row.workflow, row.knowledge]).toEqual([theirs.model, theirs.workflow, theirs.knowledge]);
        for (const [key, [source, scale]] of Object.entries(columns)) same(row[key], theirs[source], scale);
      }
    });

    it("correlations, strata, thresholds and time limits", () => {
      const {
        judge_ir_spearman: rho,
        stratification,
        entity_threshold_sensitivity_n594: entity,
        pass_within_seconds_pct: time,
      } = reference;
      for (const row of JUDGE_IR.rows) same(row.rho, rho[row.judge as string][rho.columns.indexOf(row.metric)]);
      for (const row of STRATIFICATION.rows)
        same(row["ndcg@10"], stratification[row.factor as string][row.level as string][2]);
      for (const row of ENTITY_THRESHOLD.rows) same(row.passes, entity[row.threshold as number]);
      for (const row of PASSES_WITHIN.rows) same(row.within_60, time[60][time.columns.indexOf(row.model)], 100);
    });
  },
);

function same(ours: TableCell | undefined, theirs: number | null, scale = 1): void {
  if (theirs === null) expect(ours).toBeNull();
  else expect(ours).toBeCloseTo(theirs / scale, 9);
}
