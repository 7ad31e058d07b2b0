import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { packageRoot } from "../../../base/own-package.ts";
import { UserError } from "../../../base/user-error.ts";
import { type Io, roomOf, whileOnlyReading } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { ratio, table, wrap } from "../../print/text.ts";
import { loadConfig } from "../../record/config/load.ts";
import type { Config } from "../../record/config/schema.ts";
import { openRun, openWholeRun } from "../../record/run-directory/open-run.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { showCell } from "../../results/table-format/show-cell.ts";
import type { Table } from "../../results/table-format/table.ts";
import { type Column, isEstimate, type TableCell } from "../../results/table-format/table.ts";
import { readTables } from "../../results/tables/read-tables.ts";
import { continueRun, startRun } from "../start/start-run.ts";
import { EXPERIMENTS, type ExperimentName, tableOfCorpus, tablesOf } from "./experiments.ts";

interface Reproduced {
  io: Io;
  json: boolean;
}

/** The configuration of an experiment: the package's example, whose runs stand where those of the working folder do. */
export async function exampleOf(name: ExperimentName, { cwd, environment }: Io) {
  const { runs_dir: runsDir } = await loadConfig({ cwd, environment, flags: {} });
  return { config: join(packageRoot(), "examples", EXPERIMENTS[name].example), runsDir };
}

/** Runs an experiment up to its scores. Gives the exit code. */
export function reproduce(name: ExperimentName, config: Config, output: Reproduced): Promise<number> {
  const show = ({ runDirectory }: { runDirectory: string }) => showReproduction(name, { runDirectory, config }, output);
  return startRun(config, { ...output, until: "score", show });
}

/** The same of a run that was begun: what is missing up to the scores is made first. Gives the exit code. */
export async function reproduceFrom(
  name: ExperimentName,
  { run, runsDir, ...output }: Reproduced & { run: string; runsDir?: string },
): Promise<number> {
  const { runDirectory, config, manifest } = await openRun(run, { io: output.io, runsDir });
  const show = () => showReproduction(name, { runDirectory, config }, output);
  if (manifest.stages.score?.status !== "complete")
    return continueRun(runDirectory, config, { ...output, until: "score", show });
  await openWholeRun(run, { io: output.io, runsDir });
  await show();
  return 0;
}

interface Shown {
  table: Table;
  shown: readonly string[];
}

async function showReproduction(
  name: ExperimentName,
  { runDirectory, config }: { runDirectory: string; config: Config },
  { io, json }: Reproduced,
): Promise<void> {
  const kept = await tablesIn(name, runDirectory);
  const made = [...kept, ...(await makeOfCorpus(name, config, io))];
  if (json) return io.out(jsonText(made.length === 1 ? made[0]!.table : made.map(({ table }) => table), {}));
  for (const { table, shown } of made) {
    io.out("");
    io.out(renderReproduction(table, { shown, room: roomOf(io), width: io.columns }));
  }
  io.out("");
  const names = kept.map(({ table }) => table.name);
  const file = `${names.length === 1 ? names[0] : `{${names.join(",")}}`}.{md,csv,json,tex}`;
  io.out(`all columns: ${join(relative(io.cwd, runDirectory) || ".", RUN_PATHS.tables, file)}`);
}

/** @throws UserError `run-directory` where the run has none of them */
async function tablesIn(name: ExperimentName, runDirectory: string): Promise<Shown[]> {
  const rendered = await readTables(runDirectory);
  const there = tablesOf(name).flatMap(({ table: own, shown }) => {
    const table = rendered.find((one) => one.name === own);
    return table ? [{ table, shown }] : [];
  });
  if (there.length === 0)
    throw new UserError("run-directory", `this run has no table of the experiment '${name}'`, {
      problems: [
        `${runPath(runDirectory, "tables", `${tablesOf(name)[0]!.table}.json`)} is missing: none of its workflows and no suite belongs to the experiment, or another version scored it`,
      ],
      hint: "examples/ has a configuration of each; scopebench runs stage score RUN --again scores anew",
    });
  return there;
}

/** Nothing where the corpus of the run is no longer where it was. */
async function makeOfCorpus(name: ExperimentName, { corpus }: Config, io: Io): Promise<Shown[]> {
  const { make, shown } = tableOfCorpus(name) ?? {};
  if (!make || corpus.type !== "folder") return [];
  if (existsSync(corpus.path)) return [{ table: await whileOnlyReading(io, () => make(corpus.path)), shown: shown! }];
  io.error(`${corpus.path} is gone: patterns of its reports are left out`);
  return [];
}

interface Layout {
  shown: readonly string[];
  /** Columns of the table, and of the text beneath it. */
  room: number;
  width: number;
}

/** Some columns of a table as text, without those that say the same in each row; its notes beneath it, wrapped. */
function renderReproduction({ title, caption, columns, rows }: Table, { shown, room, width }: Layout): string {
  const varies = ({ key, format }: Column) => format !== "text" || new Set(rows.map((row) => row[key])).size > 1;
  const kept = columns.filter((column) => shown.includes(column.key) && (varies(column) || column === columns[0]));
  const lines = rows.map((row) => kept.map((column) => cellText(row[column.key], column)));
  const titles = kept.map(({ label, format }) => ({
    title: label.replace("Functional pass", "Pass").replace("Fallback %", "Fallback"),
    align: format === "text" ? ("left" as const) : ("right" as const),
  }));
  return [title, "", table(titles, lines, room), "", wrap(caption, width, "")].join("\n");
}

/** `.483 ± .15`: half of the interval, as in the summary of a run. */
function cellText(cell: TableCell | undefined, column: Column): string {
  if (column.interval && isEstimate(cell!) && cell.mean !== null && cell.low !== null && cell.high !== null)
    return `${ratio(cell.mean)} ± ${ratio((cell.high - cell.low) / 2)}`;
  return showCell(cell, column).replace(/^0\./, ".");
}
