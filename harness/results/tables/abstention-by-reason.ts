import { ABSTENTION_KINDS } from "../../../scenarios/set/schema.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { scoreValue, wasExecuted } from "../metrics/scored-execution.ts";
import { meanBehind, NO_ANSWER, sumBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** Which kind of "there is nothing" is recognised. */
export const abstentionByReasonTable: TableOfResults = {
  behind: {
    scenarios: null,
    correct: sumBehind("abstention_correct"),
    missed: sumBehind("abstention_missed"),
    no_answer: NO_ANSWER,
    correct_rate: meanBehind("abstention_correct"),
  },
  make: (input) => ({
    title: "Abstention by reason why there is nothing to find",
    caption: makeCaption(
      input,
      "Unanswerable scenarios by their kind, over all configurations. The rate is over answered executions; interval: 95 %, whole scenarios resampled.",
    ),
    columns: [
      { key: "nonexistence", label: "Why there is nothing", format: "text" },
      ...columnsShown("count", {
        scenarios: "Scenarios",
        correct: "Correct",
        missed: "Missed",
        no_answer: "No answer",
      }),
      { key: "correct_rate", label: "Correct %", format: "percent", interval: true },
    ],
    rows: ABSTENTION_KINDS.flatMap((nonexistence) => {
      const part = input.executions.filter(
        ({ scenario }) => !scenario.answerable && scenario.nonexistence === nonexistence,
      );
      if (part.length === 0) return [];
      const count = (metric: string) => part.filter((execution) => scoreValue(execution, metric) === 1).length;
      return {
        nonexistence,
        scenarios: new Set(part.map(({ scenario }) => scenario.id)).size,
        correct: count("abstention_correct"),
        missed: count("abstention_missed"),
        no_answer: part.filter((one) => wasExecuted(one) && one.record.outcome !== "success").length,
        correct_rate: estimateMean(part, "abstention_correct", `table/${nonexistence}`),
      };
    }),
  }),
};
