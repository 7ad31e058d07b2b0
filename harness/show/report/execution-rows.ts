import { writeFile } from "../../../base/write-file.ts";
import { levelsOf } from "../../record/config/factors/cells.ts";
import { colorOrder } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { executionName } from "../../record/domain/names.ts";
import { makeColumn, type ValueColumn } from "../../record/scores/column.ts";
import { levelFilter } from "../../results/selection/filters.ts";
import type { Site } from "./read-site.ts";
import type { ExecutionRow, ExecutionsData } from "./site-data.ts";

interface ListedBesides {
  /** What has a file of numbers, one an execution. */
  series: readonly string[];
  /** Of an execution, by its name. */
  clusterOf(name: string): string;
}

/** The list of executions, kept in columns and written in pieces. */
export class ExecutionRows {
  readonly #columns = new Map<keyof ExecutionRow, ValueColumn<unknown>>();
  size = 0;
  tokensIn = 0;

  /** Its line in the list, from 0. */
  add(row: ExecutionRow): number {
    for (const name of Object.keys(row) as (keyof ExecutionRow)[]) {
      const column = this.#columns.get(name) ?? makeColumn<unknown>();
      this.#columns.set(name, column);
      // A name follows from the others.
      column.push(name === "name" ? null : row[name]);
    }
    this.tokensIn += row.tokens_in ?? 0;
    return this.size++;
  }

  /** `data/executions.json` */
  async write(file: string, { site, ...more }: { site: Site } & ListedBesides): Promise<void> {
    await writeFile(file, this.#json(site, more));
  }

  *#json({ config, scenarios }: Site, { series, clusterOf }: ListedBesides): Generator<string> {
    const head: Omit<ExecutionsData, "rows" | "series"> = {
      models: colorOrder(config),
      questions: Object.fromEntries([...scenarios.values()].map(({ id, turns }) => [id, turns.join(" → ")])),
      columns: [...this.#columns.keys(), "cluster", ...(config.factors ?? []).map(({ name }) => levelFilter(name))],
    };
    yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
    for (let line = 0; line < this.size; line++)
      yield `${line === 0 ? "" : ","}${JSON.stringify(this.#row(line, { config, clusterOf }))}`;
    yield `],"series":${JSON.stringify(series)}}`;
  }

  #row(line: number, { config, clusterOf }: { config: Config } & Pick<ListedBesides, "clusterOf">): unknown[] {
    const cell = <Name extends keyof ExecutionRow>(name: Name) =>
      this.#columns.get(name)!.at(line) as ExecutionRow[Name];
    const [model, workflow, knowledge] = [cell("model"), cell("workflow"), cell("knowledge")];
    const configuration = { model, workflow, knowledge, levels: cell("levels") };
    const name = executionName({ ...configuration, scenario_id: cell("scenario"), repeat: cell("repeat") });
    const levels = levelsOf(config, configuration);
    return [
      ...[...this.#columns.keys()].map((column) => (column === "name" ? name : cell(column))),
      clusterOf(name),
      ...(config.factors ?? []).map((factor) => levels.get(factor.name) ?? null),
    ];
  }
}
