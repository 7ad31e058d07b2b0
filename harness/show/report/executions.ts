import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { grouped } from "../../../base/grouped.ts";
import { sha256 } from "../../../base/hash.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import { withoutOverrides } from "../../print/text.ts";
import { type Configuration, configurationName, configurationOf, executionName } from "../../record/domain/names.ts";
import { joinRecords } from "../../record/run-directory/join-records.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { wholeRecord } from "../../record/scores/score-records.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { SystemClaim } from "../../results/disputes/disputes.ts";
import { claimsOf } from "../../results/disputes/read-claims.ts";
import { FailureCollector } from "../../results/failures/collect-failures.ts";
import { DEFAULT_RULES, failedBy } from "../../results/failures/failed-by.ts";
import { RecordBook } from "../../results/trace/record-book.ts";

import { recordBucket } from "../../results/trace/record-card.ts";
import { AnswerFiles } from "./answers.ts";
import { type DisputesData, makeDisputesData } from "./disputes-data.ts";
import { type ExecutionParts, makeExecutionData } from "./execution-data.ts";
import { ExecutionRows } from "./execution-rows.ts";
import { type FailuresData, makeFailuresData } from "./failures-data.ts";
import { QueryTables } from "./query-tables/write-tables.ts";
import type { Site } from "./read-site.ts";
import { ResultPool } from "./result-pool.ts";
import { FactSeries, ToolUses, writeSeries } from "./series.ts";
import type { WrittenTable } from "./site-data.ts";
import type { TraceTotals } from "./trust.ts";

/**
 * Writes one file per execution under `<folder>/executions/` (of many executions, for a sample), full tool results once each under `<folder>/results/`, the
 * scores of every metric, the calls of every tool, the answers to every scenario, the tables that readers query and the list of all. Gives what the
 * traces add up to. Reads one execution at a time, so that memory does not grow with the run.
 */
export async function writeExecutions(
  site: Site,
  folder: string,
  { progress, say }: { progress(done: number): void; say(message: string): void },
): Promise<{
  traces: number;
  totals: TraceTotals;
  tables: WrittenTable[];
  failures: FailuresData;
  disputes: DisputesData;
}> {
  await Promise.all(["executions", "results"].map((name) => makeFolder(join(folder, name))));
  const book = new RecordBook(site.ids);
  const pool = new ResultPool(site.ids, (text) => book.add(text));
  const tools = new ToolUses();
  const facts = new FactSeries();
  const answers = new AnswerFiles(folder);
  const tables = new QueryTables(join(folder, "query"));
  await tables.open(site);
  await answers.open([...site.scenarios.keys()]);
  const rows = new ExecutionRows();
  const failures = new FailureCollector({ ...site, ...site.set }, failedBy(DEFAULT_RULES, []));
  const claims: SystemClaim[] = [];
  let traces = 0;
  const isTaken = traceSample(site.results.scores.length);
  for (const configuration of site.results.summary.configurations) {
    await eachExecution(site, configuration, async (parts) => {
      const taken = isTaken(executionName(parts.score));
      const data = makeExecutionData(site, parts, taken ? pool : null);
      if (taken) {
        traces++;
        await pool.flush(join(folder, "results"), data.trace);
        await writeFile(join(folder, "executions", `${data.row.name}.json`), JSON.stringify(data));
      }
      tools.add(rows.add(data.row), parts.extraction);
      facts.add(parts, site.config);
      failures.add(parts);
      if (parts.extraction) claims.push(...claimsOf(parts.extraction));
      tables.add({ site, parts, data, taken });
      await answers.add({ row: data.row, ids: data.ids, text: parts.extraction?.answers.at(-1) ?? "" });
    });
    progress(rows.size);
  }
  await answers.flush();
  await writeRecords(book, folder);
  await writePrompts(site.runDirectory, folder);
  const series = [...(await writeSeries(site.results.scores, folder)), ...(await facts.write(folder))];
  await tools.write(join(folder, "tools.json"));
  const grouped = await makeFailuresData(site, failures.found, say);
  await rows.write(join(folder, "executions.json"), { site, series, clusterOf: grouped.clusterOf });
  const totals = { tokensIn: rows.tokensIn, tokensCached: facts.sum("tokens_cached") };
  const disputes = makeDisputesData(site.set, claims);
  return { totals, tables: await tables.close(), traces, failures: grouped.data, disputes };
}

/** Tells of the executions of one configuration, one after the other. */
export async function eachExecution(
  { runDirectory, results, scenarios }: Pick<Site, "runDirectory" | "scenarios"> & { results: Pick<Results, "scores"> },
  of: Configuration,
  visit: (parts: ExecutionParts) => void | Promise<void>,
): Promise<void> {
  const configuration = configurationOf(of);
  const name = configurationName(of);
  const keys = results.scores.filter((score) => configurationName(score) === name);
  await joinRecords({ runDirectory, configuration, keys, others: "pass over" }, (score, records) =>
    visit({
      score: wholeRecord(score),
      // Scores are made from the run's scenarios, so each has one.
      scenario: scenarios.get(score.scenario_id)!,
      record: records.rawOutput,
      extraction: records.extractions,
      primary: records.verdicts,
      calibration: records.calibration,
      meta: records.meta,
    }),
  );
}

/** Titles of all records that a result of the run told of, and their cards, in a few dozen files. */
async function writeRecords({ cards }: RecordBook, folder: string): Promise<void> {
  const titles = [...cards].flatMap(([id, { title }]) => (title === null ? [] : [[id, title]]));
  await writeFile(join(folder, "titles.json"), JSON.stringify(Object.fromEntries(titles)));
  await makeFolder(join(folder, "records"));
  for (const [bucket, members] of grouped([...cards], ([id]) => recordBucket(id)))
    await writeFile(join(folder, "records", `${bucket}.json`), JSON.stringify(Object.fromEntries(members)));
}

/** System prompts of the requests to models, as text files; none in runs of earlier versions. */
async function writePrompts(runDirectory: string, folder: string): Promise<void> {
  const from = runPath(runDirectory, "prompts");
  if (!existsSync(from)) return;
  await makeFolder(join(folder, "prompts"));
  for (const name of await readdir(from)) {
    const text = await readFile(join(from, name), "utf8");
    await writeFile(join(folder, "prompts", name.replace(/\.md$/, ".txt")), withoutOverrides(text));
  }
}

/** A report of more executions has the traces of about so many: a file each, and their full results, are what grows. */
const MOST = 20_000;

/** Whether the trace of an execution is in a report of so many, by a hash of its name: every configuration and scenario has its share. */
export function traceSample(executions: number): (name: string) => boolean {
  if (executions <= MOST) return () => true;
  const share = MOST / executions;
  return (name) => Number.parseInt(sha256(name).slice(0, 8), 16) < share * 2 ** 32;
}
