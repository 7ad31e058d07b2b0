import { grouped } from "../../../base/grouped.ts";
import { configurationName, configurationOf } from "../../record/domain/names.ts";
import { meanBehind, nBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS, columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** What configurations do besides calling tools. */
export const habitsTable: TableOfResults = {
  behind: {
    skills: meanBehind("skills_loaded"),
    plan_steps: meanBehind("plan_steps"),
    retried: meanBehind("asked_again"),
    fallback: meanBehind("safe_answer"),
    n: nBehind("skills_loaded"),
  },
  make: (input) => {
    const byConfiguration = grouped(input.executions, ({ record }) => configurationName(record));
    return {
      title: "Skills, plans and retries per configuration",
      caption: makeCaption(
        input,
        "Per execution with a trace (n), failed ones too: mean skills loaded, mean plan steps; share whose answer had to be requested again because it violated the answer contract, and share whose answer the guard replaced for the reader; what was scored is what the system said.",
      ),
      columns: [
        ...CONFIGURATION_COLUMNS,
        ...columnsShown("rating", { skills: "Skills loaded", plan_steps: "Plan steps" }),
        ...columnsShown("percent", { retried: "Asked again %", fallback: "Replaced %" }),
        { key: "n", label: "n", format: "count" },
      ],
      rows: input.results.summary.configurations.map((configuration) => {
        const executions = byConfiguration.get(configurationName(configuration)) ?? [];
        const habits = executions.flatMap(({ processCounts }) => processCounts?.habits ?? []);
        const average = (of: (one: (typeof habits)[number]) => number) =>
          habits.length === 0 ? null : habits.reduce((sum, one) => sum + of(one), 0) / habits.length;
        return {
          ...configurationOf(configuration),
          skills: average((one) => one.skills),
          plan_steps: average((one) => one.plan_iterations),
          retried: average((one) => Number(one.contract_retries > 0)),
          fallback: average((one) => Number(one.contract_fallback)),
          n: habits.length,
        };
      }),
    };
  },
};
