import { spanOf } from "../../print/format.ts";
import { configurationOf } from "../../record/domain/names.ts";
import { meanBehind, NO_ANSWER, sumBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { ABSTENTION } from "../table-format/published/per-configuration.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** Correct, missed and false abstentions per configuration. */
export const abstentionTable: TableOfResults = {
  behind: {
    correct: sumBehind("abstention_correct"),
    missed: sumBehind("abstention_missed"),
    correct_rate: meanBehind("abstention_correct"),
    false: sumBehind("abstention_false"),
    false_rate: meanBehind("abstention_false"),
    balanced_accuracy: { outcome: "success", of: "balanced accuracy" },
    no_answer: NO_ANSWER,
  },
  make: (input) => {
    const counts = input.results.summary.configurations.map(({ abstention }) => abstention);
    // Of what was run: repeats count, and a configuration may lack some.
    const [unanswerable, answerable] = [
      spanOf(counts.map((one) => one.unanswerable)),
      spanOf(counts.map((one) => one.answerable)),
    ];
    return {
      title: "Abstention per configuration",
      caption: makeCaption(
        input,
        `Correct and missed of ${unanswerable} executions of unanswerable, false of ${answerable} of answerable scenarios, each configuration.`,
        "Executions without an answer count as neither; rates are over answered executions. Balanced accuracy: mean of correct % and of 100 % - false %; who always abstains has .5.",
      ),
      columns: [
        ...CONFIGURATION_COLUMNS,
        ...columnsShown("count", { correct: "Correct", missed: "Missed" }),
        { key: "correct_rate", label: "Correct %", format: "percent", interval: true },
        { key: "false", label: "False", format: "count" },
        { key: "false_rate", label: "False %", format: "percent", interval: true },
        { key: "balanced_accuracy", label: "Balanced accuracy", format: "decimal", interval: true },
        { key: "no_answer", label: "No answer", format: "count" },
      ],
      published: ABSTENTION,
      rows: input.results.summary.configurations.map(({ metrics, abstention, ...of }) => ({
        ...configurationOf(of),
        correct: abstention.correct,
        missed: abstention.missed,
        correct_rate: metrics.abstention_correct ?? null,
        false: abstention.false,
        false_rate: metrics.abstention_false ?? null,
        balanced_accuracy: abstention.balanced_accuracy ?? null,
        no_answer: abstention.no_answer,
      })),
    };
  },
};
