import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { executionName } from "../../domain/names.ts";
import type { Extraction, ScoreRecord } from "../../domain/records.ts";
import { isNotApplicable } from "../../metrics/execution/metric.ts";
import { EXECUTION_METRICS } from "../../metrics/execution/registry.ts";
import { seriesFile } from "./series-file.ts";
import type { ExecutionRow, SeriesData, ToolData } from "./site-data.ts";

/** Writes one file under `<folder>/scores/` for every metric, so that a page loads the one that it shows. */
export async function writeSeries(
  scores: readonly ScoreRecord[],
  rows: readonly ExecutionRow[],
  folder: string,
): Promise<void> {
  await mkdir(join(folder, "scores"), { recursive: true });
  const byName = new Map(scores.map((record) => [executionName(record), record]));
  const ordered = rows.map((row) => byName.get(row.name)!);
  for (const { name, label, definition, unit } of EXECUTION_METRICS) {
    const own = ordered.map(({ scores: all }) => all[name]);
    if (own.every((score) => score === undefined)) continue;
    const series: SeriesData = {
      metric: name,
      label,
      definition,
      unit,
      values: own.map((score) => score?.value ?? null),
      reasons: Object.fromEntries(
        own.flatMap((score, index) =>
          score?.reason === undefined || isNotApplicable(score.reason) ? [] : [[index, score.reason]],
        ),
      ),
    };
    await writeFile(join(folder, "scores", seriesFile(name)), JSON.stringify(series));
  }
}

/** Calls of each tool, gathered while traces are read. */
export class ToolUses {
  readonly #tools = new Map<string, ToolData>();

  add(row: number, extraction: Extraction | null): void {
    for (const { tool, family, status } of extraction?.tool_calls ?? []) {
      const entry = this.#tools.get(tool) ?? { tool, family, uses: [] };
      this.#tools.set(tool, entry);
      if (entry.uses.at(-1)?.[0] !== row) entry.uses.push([row, 0, 0]);
      const use = entry.uses.at(-1)!;
      use[1]++;
      if (status === "error") use[2]++;
    }
  }

  /** Most called first. */
  all(): ToolData[] {
    const calls = ({ uses }: ToolData) => uses.reduce((sum, [, n]) => sum + n, 0);
    return [...this.#tools.values()].sort((a, b) => calls(b) - calls(a) || (a.tool < b.tool ? -1 : 1));
  }
}
