import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { configuration, count } from "../../record/domain/fields.ts";
import { EMPTINESS_RULES, emptinessReason } from "../metrics/execution/empty-answer.ts";
import { nBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import { defineAnalysis } from "./analysis.ts";
import type { Scored } from "./scored.ts";

const emptyAnswersSchema = z.strictObject({
  model: configuration.model,
  workflow: configuration.workflow,
  rule: z.enum(EMPTINESS_RULES),
  last_tool: z.string(),
  cause: z.string(),
  answers: count,
  of: count.describe("executions of the model and workflow with a trace"),
});
type Row = z.infer<typeof emptyAnswersSchema>;

export const emptyAnswers = defineAnalysis({
  name: "empty_answers",
  schema: z
    .array(emptyAnswersSchema)
    .describe("Empty and nearly empty answers, by the rule that makes them so and what came before."),
  needs: [],
  compute: countEmpty,
  behind: {
    answers: ({ rule, last_tool, cause }) => ({
      metric: "words",
      has: "unscored",
      reason: emptinessReason(String(rule), String(last_tool), String(cause)),
      of: "n",
    }),
    of: nBehind("tool_calls"),
  },
  table: (rows, facts) =>
    rows.length === 0
      ? null
      : {
          title: "Empty and nearly empty answers",
          caption: makeCaption(
            facts,
            "No text; few words: fewer than ten that recommend nothing and do not abstain. Cause: the outcome of a failed execution, else the error of the last call, else that a completion was cut off.",
            "How rankings read without them: the table of sensitivity.",
          ),
          columns: [
            ...columnsShown("text", {
              model: "Model",
              workflow: "Workflow",
              rule: "Rule",
              last_tool: "Last tool",
              cause: "Cause",
            }),
            ...columnsShown("count", { answers: "Answers", of: "Of" }),
          ],
          rows,
        },
});

function countEmpty({ executions }: Scored): Row[] {
  // An execution without a trace has no answer that could be looked at.
  const traced = executions.filter(({ functional }) => functional !== null);
  return [...grouped(traced, ({ record }) => JSON.stringify([record.model, record.workflow])).values()].flatMap(
    (own) => {
      const { model, workflow } = own[0]!.record;
      const empty = own.flatMap(({ emptyAnswer }) => emptyAnswer ?? []);
      return [...grouped(empty, (one) => JSON.stringify(one)).values()].map((alike) => {
        const { rule, last_tool, cause } = alike[0]!;
        return { model, workflow, rule, last_tool, cause, answers: alike.length, of: own.length };
      });
    },
  );
}
