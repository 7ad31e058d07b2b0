import { join } from "node:path";
import { makeFolder } from "../../../base/make-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Extraction, Score, ScoreRecord } from "../../record/domain/records.ts";
import { makeColumn } from "../../record/scores/column.ts";
import { findScore } from "../../record/scores/score-records.ts";
import { isNotApplicable } from "../../results/metrics/execution/metric.ts";
import { EXECUTION_METRICS } from "../../results/metrics/execution/registry.ts";
import type { ExecutionParts } from "./execution-data.ts";
import { FACTS, type Fact } from "./execution-facts.ts";
import { seriesFile } from "./series-file.ts";
import type { SeriesData, ToolData } from "./site-data.ts";

/** Writes one file under `<folder>/scores/` for every metric, so that a page loads the one that it shows. Gives their names. */
export async function writeSeries(scores: readonly ScoreRecord[], folder: string): Promise<string[]> {
  await makeFolder(join(folder, "scores"));
  const written: string[] = [];
  for (const metric of EXECUTION_METRICS) {
    if (scores.every((record) => findScore(record, metric.name) === undefined)) continue;
    const numbers = new Numbers();
    for (const record of scores) numbers.add(findScore(record, metric.name) ?? null);
    await numbers.write(folder, metric);
    written.push(metric.name);
  }
  return written;
}

/** The numbers of one metric or fact, in the order of the list; without an object each, because there may be 20,000. */
class Numbers {
  readonly #cells = makeColumn<number | string | null>();
  #size = 0;

  add(score: Score | null): void {
    this.#cells.push(score && (score.value ?? (isNotApplicable(score.reason) ? null : score.reason!)));
    this.#size++;
  }

  sum(): number {
    return this.#values().reduce<number>((total, value) => total + (value ?? 0), 0);
  }

  #values(): (number | null)[] {
    return Array.from({ length: this.#size }, (_, at) => {
      const cell = this.#cells.at(at);
      return typeof cell === "number" ? cell : null;
    });
  }

  async write(folder: string, { name: metric, label, definition, unit }: Described): Promise<void> {
    const reasons: Record<string, string> = {};
    for (let at = 0; at < this.#size; at++) {
      const cell = this.#cells.at(at);
      if (typeof cell === "string") reasons[at] = cell;
    }
    const series: SeriesData = { metric, label, definition, unit, values: this.#values(), reasons };
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
    return this.#series.find(({ fact }) => fact.name === name)?.numbers.sum() ?? 0;
  }

  async write(folder: string): Promise<string[]> {
    for (const { fact, numbers } of this.#series) await numbers.write(folder, fact);
    return this.#series.map(({ fact }) => fact.name);
  }
}

/** Calls of each tool, gathered while traces are read. */
export class ToolUses {
  readonly #tools = new Map<string, KeptUses>();

  add(row: number, extraction: Extraction | null): void {
    const uses = new Map<string, { family: string; use: [row: number, calls: number, errors: number] }>();
    for (const { tool, family, status } of extraction?.tool_calls ?? []) {
      const { use } = uses.get(tool) ?? uses.set(tool, { family, use: [row, 0, 0] }).get(tool)!;
      use[1]++;
      if (status === "error") use[2]++;
    }
    for (const [tool, { family, use }] of uses) {
      const kept = this.#tools.get(tool) ?? { tool, family, calls: 0, size: 0, uses: makeUseColumn() };
      this.#tools.set(tool, { ...kept, calls: kept.calls + use[1], size: kept.size + 1 });
      kept.uses.push(use);
    }
  }

  /** Most called first, in pieces of JSON. */
  async write(file: string): Promise<void> {
    const sorted = [...this.#tools.values()].sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
    await writeFile(file, toolsJson(sorted));
  }
}

interface KeptUses extends Pick<ToolData, "tool" | "family"> {
  calls: number;
  size: number;
  uses: ReturnType<typeof makeUseColumn>;
}

function makeUseColumn() {
  const parts = [makeColumn<number>(), makeColumn<number>(), makeColumn<number>()] as const;
  return {
    push(use: ToolData["uses"][number]) {
      for (const [at, part] of parts.entries()) part.push(use[at]!);
    },
    at: (place: number) => parts.map((part) => part.at(place)),
  };
}

function* toolsJson(tools: readonly KeptUses[]): Generator<string> {
  let before = "[";
  for (const { tool, family, size, uses } of tools) {
    yield `${before}${JSON.stringify({ tool, family }).slice(0, -1)},"uses":[`;
    for (let place = 0; place < size; place++) yield `${place === 0 ? "" : ","}${JSON.stringify(uses.at(place))}`;
    yield "]}";
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
