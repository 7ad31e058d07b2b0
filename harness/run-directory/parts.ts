import { STAGE_NAMES, type StageName } from "../dag/stage.ts";
import { isUnder } from "./checksums.ts";
import { RUN_PATHS } from "./paths.ts";

/** The parts of a run that each stage writes. */
export const STAGE_PARTS = {
  generate: [RUN_PATHS.scenarios],
  execute: [RUN_PATHS.rawOutput, RUN_PATHS.state, RUN_PATHS.subjectState],
  extract: [RUN_PATHS.extractions],
  judge: [RUN_PATHS.verdicts],
  calibrate: [RUN_PATHS.calibration],
  "meta-judge": [RUN_PATHS.meta],
  baselines: [RUN_PATHS.baselines],
  score: [RUN_PATHS.metrics, RUN_PATHS.trec],
  plots: [RUN_PATHS.plots],
  report: [RUN_PATHS.report],
} as const satisfies Record<StageName, readonly string[]>;

/**
 * The agents' databases: what they hold is read once, into `extractions/`, and changes whenever one is opened. They are recorded
 * when the session that had them open has closed them.
 */
export const DATABASES: readonly string[] = [RUN_PATHS.state, RUN_PATHS.subjectState];

/** What a process may write while it has the run's lock, beside the parts of a stage that is running; recorded before it lets go. */
export const WRITTEN_UNDER_LOCK: readonly string[] = [
  ...DATABASES,
  RUN_PATHS.progress,
  RUN_PATHS.concurrency,
  RUN_PATHS.probes,
  RUN_PATHS.preferences,
  RUN_PATHS.offlineJudging,
  RUN_PATHS.ratings,
];

/** Everything that a number of the run comes from. */
export const RECORDS: readonly string[] = [
  RUN_PATHS.config,
  RUN_PATHS.scenarios,
  RUN_PATHS.rawOutput,
  RUN_PATHS.extractions,
  RUN_PATHS.verdicts,
  RUN_PATHS.calibration,
  RUN_PATHS.meta,
  RUN_PATHS.baselines,
  RUN_PATHS.probes,
  RUN_PATHS.ratings,
  RUN_PATHS.offlineJudging,
  RUN_PATHS.preferences,
  RUN_PATHS.metrics,
  "exports",
];

/** What the stages before the given one leave to it. */
export function partsBefore(stage: StageName): string[] {
  const before = STAGE_NAMES.slice(0, STAGE_NAMES.indexOf(stage)).flatMap((name): string[] => [...STAGE_PARTS[name]]);
  return [RUN_PATHS.config, ...before.filter((part) => !DATABASES.includes(part))];
}

/** The stage that writes a path; null where it is a command, or nobody. */
export function stageOf(path: string): StageName | null {
  const found = Object.entries(STAGE_PARTS).find(([, parts]) => isUnder(path, parts));
  return found === undefined ? null : (found[0] as StageName);
}
