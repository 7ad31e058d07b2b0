import { median, quantile } from "../../../measure/statistics/basics/describe.ts";
import { FAULT_DOCUMENTS } from "../../../scenarios/set/suite-names.ts";
import { labelOf } from "../analyses/faults.ts";
import { makeCaption } from "../table-format/caption.ts";
import { columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** What rankers of a suite of faults took for a question. Wall clock, so it differs between equal runs. Null for other sets. */
export const faultTimesTable: TableOfResults = {
  behind: { "*": null },
  make: (input) => {
    const rows = input.baselines.flatMap(({ name, executions }) =>
      FAULT_DOCUMENTS.flatMap((documents) => {
        const times = executions.flatMap(({ scenario, timing }) =>
          timing && scenario.faults?.documents === documents ? [timing.duration_ms] : [],
        );
        if (times.length === 0) return [];
        const spread = { median: median(times), p95: quantile(times, 0.95), most: Math.max(...times) };
        return { documents, system: labelOf(name), ...spread, n: times.length };
      }),
    );
    if (rows.length === 0) return null;
    return {
      title: "Milliseconds that a ranker took for a question",
      caption: makeCaption(
        input,
        "By the clock, one question after the other, on the machine of this run and with whatever else ran there: no figures to compare with another machine's. The embedding of a question is part of them.",
      ),
      columns: [
        ...columnsShown("text", { documents: "Sought", system: "System" }),
        ...columnsShown("count", { median: "Median", p95: "95th percentile", most: "Most", n: "n" }),
      ],
      rows,
    };
  },
};
