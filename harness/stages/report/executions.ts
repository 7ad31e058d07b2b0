import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Results } from "../../analyses/results.ts";
import { colorOrder } from "../../config/matrix.ts";
import { type Configuration, executionName } from "../../domain/names.ts";
import { QueryTables } from "../../query-tables/write-tables.ts";
import { readRecords } from "../../run-directory/records.ts";
import { RecordBook } from "../../trace/record-book.ts";
import { AnswerFiles } from "./answers.ts";
import { type ExecutionParts, makeExecutionData } from "./execution-data.ts";
import type { Site } from "./read-site.ts";
import { ResultPool } from "./result-pool.ts";
import { FactSeries, ToolUses, writeSeries } from "./series.ts";
import type { ExecutionData, ExecutionRow, ExecutionsData, WrittenTable } from "./site-data.ts";
import { writePrompts, writeRecords } from "./trace-texts.ts";
import type { TraceTotals } from "./trust.ts";

/**
 * Writes one file per execution under `<folder>/executions/`, full tool results once each under `<folder>/results/`, the
 * scores of every metric, the calls of every tool, the answers to every scenario and the tables that readers query, and gives the list of all with what the traces add up to. Reads one configuration at a time, so that memory does not grow with the run.
 */
export async function writeExecutions(
  site: Site,
  folder: string,
  progress: (done: number) => void,
): Promise<{ executions: ExecutionsData; totals: TraceTotals; tables: WrittenTable[] }> {
  await Promise.all(["executions", "results"].map((name) => mkdir(join(folder, name), { recursive: true })));
  const book = new RecordBook(site.ids);
  const pool = new ResultPool(site.ids, (text) => book.add(text));
  const tools = new ToolUses();
  const facts = new FactSeries();
  const answers = new AnswerFiles(folder);
  const tables = new QueryTables(join(folder, "query"));
  await tables.open(site);
  await answers.open([...site.scenarios.keys()]);
  const rows: ExecutionRow[] = [];
  for (const configuration of site.results.summary.configurations) {
    const answered: Pick<ExecutionData, "row" | "trace" | "ids">[] = [];
    for (const parts of await gather(site, configuration)) {
      const data = makeExecutionData(site, parts, pool);
      await pool.flush(join(folder, "results"), data.trace);
      await writeFile(join(folder, "executions", `${data.row.name}.json`), JSON.stringify(data));
      tools.add(rows.push(data.row) - 1, parts.extraction);
      facts.add(parts, site.config);
      tables.add({ site, parts, data });
      answered.push({ row: data.row, trace: data.trace, ids: data.ids });
    }
    await answers.append(answered);
    progress(rows.length);
  }
  await writeRecords(book, folder);
  await writePrompts(site.runDirectory, folder);
  const series = [...(await writeSeries(site.results.scores, rows, folder)), ...(await facts.write(folder))];
  await writeFile(join(folder, "tools.json"), JSON.stringify(tools.all()));
  const tokensIn = rows.reduce((sum, row) => sum + (row.tokens_in ?? 0), 0);
  return {
    executions: { ...toColumns(site, rows), series },
    totals: { tokensIn, tokensCached: facts.sum("tokens_cached") },
    tables: await tables.close(),
  };
}

/** What is known of the executions of one configuration. */
export async function gather(
  { runDirectory, results, scenarios }: Pick<Site, "runDirectory" | "scenarios"> & { results: Pick<Results, "scores"> },
  of: Configuration,
): Promise<ExecutionParts[]> {
  const configuration = { model: of.model, workflow: of.workflow, knowledge: of.knowledge };
  const read = async <P extends Parameters<typeof readRecords>[0]["part"]>(part: P) => {
    const records = await readRecords<P>({ runDirectory, part, configuration });
    return new Map(records.map((record) => [executionName(record), record]));
  };
  const [records, extractions, primary, calibration, meta] = await Promise.all([
    read("rawOutput"),
    read("extractions"),
    read("verdicts"),
    read("calibration"),
    read("meta"),
  ]);
  const { model, workflow, knowledge } = configuration;
  const mine = results.scores.filter(
    (score) => score.model === model && score.workflow === workflow && score.knowledge === knowledge,
  );
  return mine.map((score) => {
    const name = executionName(score);
    return {
      score,
      // Scores are made from the run's scenarios, so each has one.
      scenario: scenarios.get(score.scenario_id)!,
      record: records.get(name) ?? null,
      extraction: extractions.get(name) ?? null,
      primary: primary.get(name) ?? null,
      calibration: calibration.get(name) ?? null,
      meta: meta.get(name) ?? null,
    };
  });
}

function toColumns({ config, scenarios }: Site, rows: readonly ExecutionRow[]): Omit<ExecutionsData, "series"> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof ExecutionRow)[];
  return {
    models: colorOrder(config),
    questions: Object.fromEntries([...scenarios.values()].map(({ id, turns }) => [id, turns.join(" → ")])),
    columns,
    rows: rows.map((row) => columns.map((column) => row[column])),
  };
}
