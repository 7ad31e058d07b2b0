import { isUnder } from "./checksums.ts";
import { GRAPH, STAGE_NAMES, type StageName, writerOf } from "./graph.ts";
import { pathsOf, RUN_PATHS } from "./paths.ts";

/** The parts of a run that each stage writes. */
export function partsOf(stage: StageName): string[] {
  return pathsOf(GRAPH[stage].writes);
}

/**
 * The agents' databases: what they hold is read once, into `extractions/`, and changes whenever one is opened. They are recorded
 * when the session that had them open has closed them.
 */
export const DATABASES: readonly string[] = [RUN_PATHS.state, RUN_PATHS.externalAgentState];

/** These only ever grow: what was made from them stays right, and what is missing can be made now. */
export const GROWING: readonly string[] = [RUN_PATHS.primaryAnswers, RUN_PATHS.calibrationAnswers];

/** What a process may write while it has the run's lock, beside the parts of a stage that is running; recorded before it lets go. */
export const WRITTEN_UNDER_LOCK: readonly string[] = [
  ...DATABASES,
  RUN_PATHS.progress,
  RUN_PATHS.live,
  RUN_PATHS.concurrency,
  RUN_PATHS.spent,
  RUN_PATHS.probes,
  RUN_PATHS.preferences,
  RUN_PATHS.offlineJudging,
  RUN_PATHS.ratings,
];

/** Everything that a number of the run comes from. */
export const RECORDS: readonly string[] = [
  RUN_PATHS.config,
  RUN_PATHS.scenarios,
  RUN_PATHS.corpusIds,
  RUN_PATHS.patterns,
  RUN_PATHS.rawOutput,
  RUN_PATHS.extractions,
  RUN_PATHS.verdicts,
  RUN_PATHS.calibration,
  RUN_PATHS.meta,
  RUN_PATHS.baselines,
  RUN_PATHS.benchmark,
  RUN_PATHS.probes,
  RUN_PATHS.ratings,
  RUN_PATHS.offlineJudging,
  RUN_PATHS.preferences,
  RUN_PATHS.metrics,
  "exports",
];

/** What other stages leave to the given one. */
export function partsBefore(stage: StageName): string[] {
  const read = GRAPH[stage].reads.filter((artifact) => writerOf(artifact) !== null);
  return [RUN_PATHS.config, ...pathsOf(read).filter((part) => !DATABASES.includes(part))];
}

/** The stage that writes a path; null where it is a command, or nobody. */
export function stageOf(path: string): StageName | null {
  return STAGE_NAMES.find((stage) => isUnder(path, partsOf(stage))) ?? null;
}
