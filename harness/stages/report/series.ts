import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/schema.ts";
import { executionName } from "../../domain/names.ts";
import type { Extraction, Score, ScoreRecord } from "../../domain/records.ts";
import { isNotApplicable } from "../../metrics/execution/metric.ts";
import { EXECUTION_METRICS } from "../../metrics/execution/registry.ts";
import type { Gathered } from "./execution-data.ts";
import { FACTS } from "./execution-facts.ts";
import { seriesFile } from "./series-file.ts";
import type { ExecutionRow, SeriesData, ToolData } from "./site-data.ts";

/** Writes one file under `<folder>/scores/` for every metric, so that a page loads the one that it shows. Gives their names. */
export async function writeSeries(
  scores: readonly ScoreRecord[],
  rows: readonly ExecutionRow[],
  folder: string,
): Promise<string[]> {
  await mkdir(join(folder, "scores"), { recursive: true });
  const byName = new Map(scores.map((record) => [executionName(record), record]));
  const ordered = rows.map((row) => byName.get(row.name)!);
  const written: string[] = [];
  for (const { name, label, definition, unit } of EXECUTION_METRICS) {
    const own = ordered.map(({ scores: all }) => all[name] ?? null);
    if (own.every((score) => score === null)) continue;
    await writeOne(folder, { metric: name, label, definition, unit }, own);
    written.push(name);
  }
  return written;
}

async function writeOne(
  folder: string,
  about: Pick<SeriesData, "metric" | "label" | "definition" | "unit">,
  scores: readonly (Score | null)[],
): Promise<void> {
  const reasons = scores.flatMap((score, line) =>
    score?.reason === undefined || isNotApplicable(score.reason) ? [] : [[line, score.reason]],
  );
  const values = scores.map((score) => score?.value ?? null);
  const series: SeriesData = { ...about, values, reasons: Object.fromEntries(reasons) };
  await writeFile(join(folder, "scores", seriesFile(about.metric)), JSON.stringify(series));
}

/** Facts of each execution, gathered while records are read, written as the scores are. */
export class FactSeries {
  readonly #scores = FACTS.map((fact) => ({ fact, scores: [] as (Score | null)[] }));

  /** In the order of the list. */
  add(gathered: Gathered, config: Config): void {
    for (const { fact, scores } of this.#scores) scores.push(fact.of(gathered, config));
  }

  sum(name: string): number {
    const scores = this.#scores.find(({ fact }) => fact.name === name)?.scores ?? [];
    return scores.reduce((total, score) => total + (score?.value ?? 0), 0);
  }

  async write(folder: string): Promise<string[]> {
    for (const { fact, scores } of this.#scores) {
      const { name: metric, label, definition, unit } = fact;
      await writeOne(folder, { metric, label, definition, unit }, scores);
    }
    return this.#scores.map(({ fact }) => fact.name);
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
