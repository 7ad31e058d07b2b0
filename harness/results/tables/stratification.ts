import { COMPLEXITIES, FAMILIES } from "../../../scenarios/set/schema.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { wasExecuted } from "../metrics/scored-execution.ts";
import { EXECUTED } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { STRATIFICATION } from "../table-format/published/aggregates.ts";
import { columnsShown, PASS_COLUMNS } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** How scenarios spread over complexities and families, and how hard each stratum is. */
export const stratificationTable: TableOfResults = {
  behind: { scenarios: null, answerable: null, executions: { ...EXECUTED, of: "n" } },
  make: (input) => ({
    title: "Scenarios and results by complexity and family",
    caption: makeCaption(
      input,
      "Functional verdict, the judge's beside it, over all configurations; intervals: 95 %, whole scenarios resampled. NDCG@10 is over answerable scenarios.",
    ),
    columns: [
      ...columnsShown("text", { factor: "Factor", level: "Level" }),
      ...columnsShown("count", { scenarios: "Scenarios", answerable: "Answerable", executions: "Executions" }),
      ...PASS_COLUMNS,
      { key: "ndcg@10", label: "NDCG@10", format: "decimal", interval: true },
    ],
    published: STRATIFICATION,
    rows: [
      ...COMPLEXITIES.map((level) => ({ factor: "complexity" as const, level })),
      ...FAMILIES.map((level) => ({ factor: "family" as const, level })),
    ].map(({ factor, level }) => {
      const scenarios = input.scenarios.filter((scenario) => scenario[factor] === level);
      const part = input.executions.filter(({ record }) => record[factor] === level);
      const name = `table/${factor}/${level}`;
      return {
        factor,
        level,
        scenarios: scenarios.length,
        answerable: scenarios.filter((scenario) => scenario.answerable).length,
        executions: part.filter(wasExecuted).length,
        functional_pass: estimateMean(part, "functional_pass", name),
        pass: estimateMean(part, "pass", name),
        "ndcg@10": estimateMean(part, "ndcg@10", name),
      };
    }),
  }),
};
