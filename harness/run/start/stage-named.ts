import { isInstalled } from "../../../base/parts.ts";
import { UserError } from "../../../base/user-error.ts";
import { STAGE_NAMES, type StageName } from "../../record/run-directory/graph.ts";

/** @throws UserError `usage` when there is no such stage */
export function stageNamed(name: string): StageName {
  const stage = STAGE_NAMES.find((candidate) => candidate === name);
  if (stage) return stage;
  throw new UserError("usage", `no stage named '${name}'`, { hint: `stages: ${STAGE_NAMES.join(", ")}` });
}

/** Where a session ends that nobody told where: after the scores where nothing that draws figures and builds reports is installed. */
export function lastStage(): StageName {
  return isInstalled("report") ? "report" : "score";
}

/** The stages of a session that stops after one; default: all. */
export function stagesUntil(last: StageName = "report"): StageName[] {
  return STAGE_NAMES.slice(0, STAGE_NAMES.indexOf(last) + 1);
}
