import { z } from "zod";
import { mean, standardDeviation } from "../../../measure/statistics/basics/describe.ts";
import { count } from "../../record/domain/fields.ts";
import { DIMENSIONS, type Judging } from "../../record/domain/records.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";

const judgeRepeatsSchema = z
  .strictObject({
    judgings: count.describe("of each answer"),
    answers: count.describe("with a verdict made of so many"),
    split: count.describe("answers of which some judgings passed and some failed"),
    metrics: z.array(
      z.strictObject({
        metric: z.string(),
        variance: z.number().describe("of one judging within an answer, mean over answers, in the square of its unit"),
        sd: z.number().describe("its root"),
        largest: z.number().describe("farthest that two judgings of one answer lie apart"),
      }),
    ),
  })
  .nullable();

/** How far judgings of the same answer by the primary judge lie apart, metric by metric. */
export const judgeRepeats = defineAnalysis({
  name: "judge_repeats",
  schema: judgeRepeatsSchema.describe(
    "How far the primary judge's judgings of one answer lie apart; null where each answer is judged once.",
  ),
  needs: [],
  compute: ({ executions }) => spreadOf(executions),
  table: (found, facts) =>
    found && {
      title: "Judgings of the same answer",
      caption: makeCaption(
        facts,
        `${found.answers} answers, each judged ${found.judgings} times by the primary judge; in ${found.split} some judgings passed and some failed. Standard deviation of one judging within an answer: what a verdict of a single judging would vary by where nothing changed.`,
      ),
      columns: [
        ...columnsShown("text", { metric: "Metric" }),
        ...columnsShown("decimal", { sd: "SD of a judging", largest: "Farthest apart" }),
      ],
      rows: found.metrics,
    },
});

const METRICS: Readonly<Record<string, (judging: Judging) => number>> = {
  pass: ({ status }) => Number(status === "pass"),
  overall_score: ({ overall_score }) => overall_score,
  alignment: ({ alignment }) => alignment,
  ...Object.fromEntries(DIMENSIONS.map((name) => [name, ({ ratings }: Judging) => ratings[name]])),
};

function spreadOf(executions: readonly ScoredExecution[]): z.infer<typeof judgeRepeatsSchema> {
  const answers = executions.flatMap(({ primary }) => (primary?.judgings ? [primary.judgings] : []));
  const [first] = answers;
  if (first === undefined) return null;
  return {
    ...{ judgings: first.length, answers: answers.length },
    split: answers.filter((own) => new Set(own.map(({ status }) => status)).size > 1).length,
    metrics: Object.entries(METRICS).map(([metric, of]) => {
      const values = answers.map((own) => own.map(of));
      const variance = mean(values.map((own) => standardDeviation(own)! ** 2))!;
      const apart = values.map((own) => Math.max(...own) - Math.min(...own));
      return { metric, variance, sd: Math.sqrt(variance), largest: Math.max(...apart) };
    }),
  };
}
