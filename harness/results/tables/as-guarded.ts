import { grouped } from "../../../base/grouped.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { configurationName, configurationOf } from "../../record/domain/names.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { makeCaption } from "../table-format/caption.ts";
import { CONFIGURATION_COLUMNS } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

const PAIRS = [
  ["pass", "Pass", "functional_pass", "percent"],
  ["abstains", "Correct abstentions", "abstention_correct", "percent"],
  ["invented", "Invented ids", "hallucinated_ids", "rating"],
] as const;

/** What systems said beside what the answer guard would have shown; null where the guard replaced nothing in the whole run. */
export const asGuardedTable: TableOfResults = {
  make: (input) => {
    if (!input.executions.some(({ processCounts }) => processCounts?.habits?.contract_fallback)) return null;
    const executions = grouped(input.executions, ({ record }) => configurationName(record));
    return {
      title: "Answers as guarded",
      caption: makeCaption(
        input,
        "First what the system itself said, which is what every other table is about; then as guarded: an answer that breaks the contract after its retry is replaced by the part that the records support. Replaced: share of the executions in which that happened.",
      ),
      columns: [
        ...CONFIGURATION_COLUMNS,
        { key: "replaced", label: "Replaced %", format: "percent" },
        ...PAIRS.flatMap(([key, label, , format]) => [
          { key, label: format === "percent" ? `${label} %` : label, format },
          { key: `${key}_guarded`, label: "As guarded", format },
        ]),
        { key: "n", label: "n", format: "count" },
      ],
      rows: input.results.summary.configurations.map((configuration) => {
        const own = executions.get(configurationName(configuration)) ?? [];
        return { ...configurationOf(configuration), ...rowOf(own), n: own.length };
      }),
    };
  },
};

function rowOf(own: readonly ScoredExecution[]): Record<string, number | null> {
  const average = (metric: string) => mean(own.flatMap((one) => scoreValue(one, metric) ?? []));
  const habits = own.flatMap(({ processCounts }) => processCounts?.habits ?? []);
  const pairs = PAIRS.flatMap(([key, , metric]) => [
    [key, average(metric)] as const,
    [`${key}_guarded`, average(`${metric}(view=guarded)`)] as const,
  ]);
  const replaced = mean(habits.map(({ contract_fallback }) => Number(contract_fallback)));
  return { replaced, ...Object.fromEntries(pairs) };
}
