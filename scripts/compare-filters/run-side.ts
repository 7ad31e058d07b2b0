import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { configurationsOf } from "../../harness/record/config/matrix.ts";
import type { Configuration } from "../../harness/record/domain/names.ts";
import { readRun } from "../../harness/record/run-directory/open-run.ts";
import { analyse } from "../../harness/results/analyses/analyse.ts";
import { withScores } from "../../harness/results/analyses/results.ts";
import type { Filters } from "../../harness/results/selection/filters.ts";
import { scoreSelection } from "../../harness/run/selection/score-selection.ts";
import { loadInput } from "../../harness/run/stages/score/load-input.ts";
import type { ExecutionRow } from "../../harness/show/report/site-data.ts";
import { makePart, PAGE_PARTS } from "../../harness/show/selection/parts.ts";
import type { Scenario } from "../../scenarios/set/schema.ts";

export interface Records {
  configurations: readonly Configuration[];
  scenarios: readonly Scenario[];
  /** The report's list of executions, with their scores. */
  rows: readonly ScoredRow[];
  /** Every part of the pages from the records of the cut-down run; null where nothing is selected. */
  recompute(filters: Filters): Promise<unknown[] | null>;
}

export type ScoredRow = ExecutionRow & { scores: Record<string, number | null> };

export async function openRecords(runDirectory: string): Promise<Records> {
  const { config } = await readRun(runDirectory);
  const context = { runDirectory, config, signal: new AbortController().signal, progress: () => undefined };
  const input = await loadInput(context);
  return {
    configurations: configurationsOf(config),
    scenarios: input.scenarios,
    rows: await readList(join(runDirectory, "report", "data")),
    async recompute(filters) {
      const scored = (await scoreSelection(input, filters, context))!;
      if (scored.executions.length === 0) return null;
      const results = withScores(analyse(scored), scored);
      return PAGE_PARTS.map((part) => makePart(part, { whole: config, scored, results }));
    },
  };
}

/** Means of these are checked under filters by result. */
export const CHECKED = ["functional_pass", "pass"] as const;

async function readList(data: string): Promise<ScoredRow[]> {
  const read = async (path: string) => JSON.parse(await readFile(join(data, path), "utf8"));
  const { columns, rows }: { columns: string[]; rows: unknown[][] } = await read("executions.json");
  const scores = await Promise.all(CHECKED.map(async (name) => [name, (await read(`scores/${name}.json`)).values]));
  return rows.map((cells, line) => {
    const row = Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as unknown as ExecutionRow;
    return { ...row, scores: Object.fromEntries(scores.map(([name, values]) => [name, values[line] ?? null])) };
  });
}
