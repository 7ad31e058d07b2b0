import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../base/make-folder.ts";
import { makeScratchFolder } from "../../../base/whole-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { configSchema } from "../../record/config/schema.ts";
import { configurationOf, parseExecutionName } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { type RecordPart, recordsOf } from "../../record/run-directory/records.ts";
import { scoresOf } from "../../record/run-directory/scores.ts";
import { makeExecutionData, type TraceSite } from "../report/execution-data.ts";
import { ResultPool } from "../report/result-pool.ts";

/** Files that a report of many executions lacks, made from the run's records when they are asked for, in a folder beside it. */
export class TracesOnDemand {
  readonly #runDirectory: string;
  #site: Promise<TraceSite> | undefined;
  #folder: Promise<string> | undefined;

  constructor(runDirectory: string) {
    this.#runDirectory = runDirectory;
  }

  /** The folder that holds the file of this path now; null where the run has nothing for it. */
  async folderWith(path: string): Promise<string | null> {
    const [, encoded] = /^\/data\/executions\/([^/]+)\.json$/.exec(path) ?? [];
    if (encoded === undefined) return path.startsWith("/data/results/") ? ((await this.#folder) ?? null) : null;
    const key = parseExecutionName(encoded);
    if (key === null || !(await this.#make(key))) return null;
    return this.#folder!;
  }

  async close(): Promise<void> {
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
  }

  async #make(key: ExecutionKey): Promise<boolean> {
    const configuration = configurationOf(key);
    const find = <P extends RecordPart>(part: P) =>
      recordsOf({ runDirectory: this.#runDirectory, part, configuration }).find(key);
    const score = await scoresOf(this.#runDirectory).find(key);
    this.#site ??= readTraceSite(this.#runDirectory);
    const site = await this.#site;
    const scenario = site.set.scenarios.find(({ id }) => id === key.scenario_id);
    if (!score || !scenario) return false;
    const [record, extraction, primary] = await Promise.all([find("rawOutput"), find("extractions"), find("verdicts")]);
    const [calibration, meta] = await Promise.all([find("calibration"), find("meta")]);
    const pool = new ResultPool(site.ids);
    const parts = { score, scenario, record, extraction, primary, calibration, meta };
    const data = makeExecutionData(site, parts, pool);
    this.#folder ??= makeOwnFolder();
    const folder = join(await this.#folder, "data");
    await pool.flush(join(folder, "results"), data.trace);
    await writeFile(join(folder, "executions", `${data.row.name}.json`), JSON.stringify(data));
    return true;
  }
}

async function readTraceSite(runDirectory: string): Promise<TraceSite> {
  return {
    config: configSchema.parse(JSON.parse(await readFile(runPath(runDirectory, "config"), "utf8"))),
    set: await readScenarioSet(runPath(runDirectory, "scenarios")),
    ids: await readRunIds(runDirectory),
  };
}

async function makeOwnFolder(): Promise<string> {
  const folder = await makeScratchFolder("traces");
  for (const name of ["executions", "results"]) await makeFolder(join(folder, "data", name));
  return folder;
}
