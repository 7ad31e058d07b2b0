import type { IdReader } from "../../../base/ids/id-reader.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { StageContext } from "../../dag/stage.ts";
import { configurationsOf, countExecutions, executionsOf } from "../../record/config/matrix.ts";
import { type Configuration, executionName } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { type RecordOf, type RecordPart, readRecords } from "../../record/run-directory/records.ts";

/** What every stage over verdicts starts from. */
export interface MatrixInputs {
  configurations: readonly Configuration[];
  /** Executions that the matrix expects. */
  total: number;
  /** The expected executions of one configuration, in matrix order. */
  keysOf(configuration: Configuration): ExecutionKey[];
  /** The scenario of a key of `keysOf`. */
  scenarioOf(key: ExecutionKey): Scenario;
  /** Reads ids of the corpus out of texts. */
  ids: IdReader;
}

export async function readMatrix({ runDirectory, config }: StageContext): Promise<MatrixInputs> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const scenarioIds = scenarios.map((scenario) => scenario.id);
  const configurations = configurationsOf(config);
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  return {
    configurations,
    total: countExecutions(config, scenarioIds.length),
    keysOf: (configuration) => executionsOf(configuration, scenarioIds, config),
    scenarioOf: ({ scenario_id }) => byId.get(scenario_id) as Scenario,
    ids: await readRunIds(runDirectory),
  };
}

/** The records of one file by execution name. */
export async function recordsByName<P extends RecordPart>(
  part: P,
  configuration: Configuration,
  { runDirectory }: StageContext,
): Promise<Map<string, RecordOf<P>>> {
  const records = await readRecords({ runDirectory, part, configuration });
  return new Map(records.map((record) => [executionName(record), record]));
}
