import { UserError } from "../../../base/user-error.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { runWord } from "../../print/shell-word.ts";
import { type Configuration, executionName } from "../../record/domain/names.ts";
import type { ExecutionRecord, Extraction, ScoreRecord } from "../../record/domain/records.ts";
import { readRecords } from "../../record/run-directory/records.ts";
import type { ExportedRun } from "./format.ts";

/** All that a run holds of one execution. */
export interface ExportedExecution {
  execution: ExecutionRecord;
  extraction: Extraction | null;
  scenario: Scenario;
  record: ScoreRecord;
}

/** @throws UserError `damaged-run` for executions that the run does not expect, or has not scored */
export async function exportedExecutions(
  run: ExportedRun,
  configuration: Configuration,
  scores: ReadonlyMap<string, ScoreRecord>,
): Promise<ExportedExecution[]> {
  const { runDirectory, scenarios } = run;
  const executions = await readRecords({ runDirectory, part: "rawOutput", configuration });
  const extractions = await readRecords({ runDirectory, part: "extractions", configuration });
  const traces = new Map(extractions.map((extraction) => [executionName(extraction), extraction]));
  const parts = executions.map((execution) => ({
    execution,
    extraction: traces.get(executionName(execution)) ?? null,
    scenario: scenarios.find(({ id }) => id === execution.scenario_id),
    record: scores.get(executionName(execution)),
  }));
  const known = parts.filter(isKnown);
  if (known.length < parts.length) throw unknownExecutions(run, parts);
  return known;
}

type Parts = Omit<ExportedExecution, "scenario" | "record"> & { scenario?: Scenario; record?: ScoreRecord };

/** Records of a run may be somebody else's, or written since it was scored. */
function isKnown(parts: Parts): parts is ExportedExecution {
  return parts.scenario !== undefined && parts.record !== undefined;
}

function unknownExecutions({ runDirectory }: ExportedRun, parts: readonly Parts[]): UserError {
  return new UserError("damaged-run", "executions were recorded that the run does not expect, or has not scored", {
    problems: parts.filter((part) => !isKnown(part)).map(({ execution }) => executionName(execution)),
    hint: `scopebench runs verify ${runWord(runDirectory)} says for each file what to do`,
  });
}
