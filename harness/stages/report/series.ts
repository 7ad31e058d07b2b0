import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/schema.ts";
import { executionName } from "../../domain/names.ts";
import type { Extraction, Score, ScoreRecord } from "../../domain/records.ts";
import { isNotApplicable } from "../../metrics/execution/metric.ts";
import { EXECUTION_METRICS } from "../../metrics/execution/registry.ts";
import type { ExecutionParts } from "./execution-data.ts";
import { FACTS, type Fact } from "./execution-facts.ts";
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
  for (const metric of EXECUTION_METRICS) {
    if (ordered.every(({ scores: all }) => all[metric.name] === undefined)) continue;
    const numbers = new Numbers();
    for (const { scores: all } of ordered) numbers.add(all[metric.name] ?? null);
    await numbers.write(folder, metric);
    written.push(metric.name);
  }
  return written;
}

/** The numbers of one metric or fact, in the order of the list; without an object each, because there may be 20,000. */
class Numbers {
  readonly values: (number | null)[] = [];
  readonly #reasons: Record<string, string> = {};

  add(score: Score | null): void {
    if (score?.reason !== undefined && !isNotApplicable(score.reason)) this.#reasons[this.values.length] = score.reason;
    this.values.push(score?.value ?? null);
  }

  async write(folder: string, { name: metric, label, definition, unit }: Described): Promise<void> {
    const series: SeriesData = { metric, label, definition, unit, values: this.values, reasons: this.#reasons };
    await writeFile(join(folder, "scores", seriesFile(metric)), JSON.stringify(series));
  }
}

type Described = Pick<Fact, "name" | "label" | "definition"> & { unit: string };

/** Facts of each execution, gathered while records are read, written as the scores are. */
export class FactSeries {
  readonly #series = FACTS.map((fact) => ({ fact, numbers: new Numbers() }));

  /** In the order of the list. */
  add(parts: ExecutionParts, config: Config): void {
    for (const { fact, numbers } of this.#series) numbers.add(fact.of(parts, config));
  }

  sum(name: string): number {
    const values = this.#series.find(({ fact }) => fact.name === name)?.numbers.values ?? [];
    return values.reduce<number>((total, value) => total + (value ?? 0), 0);
  }

  async write(folder: string): Promise<string[]> {
    for (const { fact, numbers } of this.#series) await numbers.write(folder, fact);
    return this.#series.map(({ fact }) => fact.name);
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
