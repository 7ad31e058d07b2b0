import { modelNames } from "../../record/config/matrix.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import type { Target } from "../selection/target.ts";
import { makeCaption } from "../table-format/caption.ts";
import { PASSES_WITHIN } from "../table-format/published/aggregates.ts";
import type { Column } from "../table-format/table.ts";
import { columnsShown } from "../table-format/table.ts";
import type { TableOfResults } from "./make-table.ts";

/** In seconds; the study's. */
const CUTOFFS = [60, 120, 180, 240, 300] as const;
const VERDICTS = [
  { verdict: "functional", metric: "functional_pass" },
  { verdict: "judge", metric: "pass" },
] as const;

/** Of a model's passes, the share that took at most so long. Wall clock, so it differs between equal runs. */
export const timingPassesTable: TableOfResults = {
  behind: {
    passes: (row) => ({ ...passing(row), of: "n" }),
    "*": (row, key) => ({ ...passing(row), metric: "seconds", of: "within", at: key.replace("within_", "") }),
  },
  make: (input) => ({
    title: "Passes retained by time limit",
    caption: makeCaption(
      input,
      "Share of a model's passing executions, by the functional verdict and by the judge's, that took at most so many seconds; what a shorter cutoff would have cost.",
    ),
    published: PASSES_WITHIN,
    columns: [
      ...columnsShown("text", { model: "Model", verdict: "Verdict" }),
      ...CUTOFFS.map((seconds): Column => ({ key: `within_${seconds}`, label: `${seconds} s %`, format: "percent" })),
      { key: "passes", label: "Passes", format: "count" },
    ],
    rows: VERDICTS.flatMap(({ verdict, metric }) =>
      [...modelNames(input.config), "overall"].map((model) => {
        const passes = input.executions.filter(
          (execution) =>
            (model === "overall" || execution.record.model === model) && scoreValue(execution, metric) === 1,
        );
        const within = CUTOFFS.map((seconds) => [`within_${seconds}`, shareWithin(passes, seconds)] as const);
        return { model, verdict, ...Object.fromEntries(within), passes: passes.length };
      }),
    ),
  }),
};

function shareWithin(passes: readonly ScoredExecution[], seconds: number): number | null {
  const fast = passes.filter(({ timing }) => timing !== null && timing.duration_ms <= seconds * 1000);
  return passes.length === 0 ? null : fast.length / passes.length;
}

/** The executions that pass by the row's verdict. */
function passing({ verdict }: Readonly<Record<string, unknown>>): Target {
  return verdict === "judge" ? { verdict: "pass" } : { functional: "pass" };
}
