import { countOf } from "../../../base/counts.ts";
import { describeStop } from "../../dag/ceilings/describe-stop.ts";
import type { Io } from "../../print/io.ts";
import { runWord } from "../../print/shell-word.ts";
import { printable } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { sayReasons } from "../../record/domain/ending.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import { judgeFaults } from "../../results/analyses/judge-faults.ts";
import { readResult } from "../../results/analyses/read-result.ts";
import { summary } from "../../results/analyses/summary.ts";
import { MOST_FAILED_TRUTHS, truthCheck } from "../../results/analyses/truth-check.ts";

interface Where {
  runDirectory: string;
  io: Io;
}

/** True, and says why on stderr, when more executions failed or stayed without a verdict than the configuration allows. */
export async function overLimits(config: Config, { runDirectory, io }: Where): Promise<boolean> {
  const reasons = [
    await stoppedAtCeiling(runDirectory),
    await someLost(runDirectory),
    await failedTooOften(config, runDirectory),
    await unscoredTooOften(runDirectory),
    await truthFailedTooOften(runDirectory),
  ];
  return isTold(reasons, io);
}

/** The same of what was left unmade, which needs no scores. */
export async function leftUnmade({ runDirectory, io }: Where): Promise<boolean> {
  return isTold([await stoppedAtCeiling(runDirectory), await someLost(runDirectory)], io);
}

function isTold(reasons: readonly (string | null)[], io: Io): boolean {
  for (const reason of reasons) if (reason !== null) io.error(`exit 2: ${reason}`);
  return reasons.some((reason) => reason !== null);
}

async function stoppedAtCeiling(runDirectory: string): Promise<string | null> {
  const { stopped_at } = await readManifest(runDirectory);
  if (!stopped_at) return null;
  return `${describeStop(stopped_at)}; continue with a higher ceiling: scopebench resume ${runWord(runDirectory)}`;
}

/** None is allowed: what they would have come to is not known. */
async function someLost(runDirectory: string): Promise<string | null> {
  const { lost_executions: lost = 0, lost_reasons } = await readManifest(runDirectory);
  if (lost === 0) return null;
  const reasons = sayReasons([lost_reasons]);
  return `${countOf(lost, "execution")} ended without a result, as infrastructure${reasons && ` (${reasons})`}: unscored; scopebench resume ${runWord(runDirectory)} runs them again`;
}

async function failedTooOften(config: Config, runDirectory: string): Promise<string | null> {
  // What a ceiling left, or no look came to, is missing, not failed.
  const { stopped_at, unasked_executions: unasked = 0 } = await readManifest(runDirectory);
  const { configurations } = await readResult(runDirectory, summary);
  const outcomes = configurations.map((configuration) => configuration.outcomes);
  const withoutSuccess = outcomes.reduce(
    (sum, { timeout, agent_error, cascaded_failure, missing }) =>
      sum + timeout + agent_error + cascaded_failure + missing,
    0,
  );
  const failed = withoutSuccess - unasked - (stopped_at?.left.execute ?? 0);
  const all = outcomes.reduce((sum, { success }) => sum + success, failed);
  if (all === 0 || failed / all <= config.max_error_rate) return null;
  const reasons = sayReasons(configurations.map((configuration) => configuration.failures));
  return `${failed} of ${countOf(all, "execution")} without success, more than max_error_rate ${config.max_error_rate}${reasons && `: ${reasons}`}`;
}

async function unscoredTooOften(runDirectory: string): Promise<string | null> {
  const { unscored } = await readResult(runDirectory, judgeFaults);
  if (unscored.share === null || unscored.share <= unscored.limit) return null;
  const reasons = unscored.reasons.map(({ reason, count }) => `${reason} ${count}`).join(", ");
  return printable(
    `${unscored.count} of ${countOf(unscored.of, "answered execution")} without a verdict (${(100 * unscored.share).toFixed(1)} %), more than max_unscored_rate ${unscored.limit}: ${reasons}; scopebench resume ${runWord(runDirectory)} judges these again`,
    { singleLine: true },
  );
}

/** What fails the truth measures something else than the agent. */
async function truthFailedTooOften(runDirectory: string): Promise<string | null> {
  const { of, failed } = await readResult(runDirectory, truthCheck);
  const [first] = failed;
  if (first === undefined || failed.length / of <= MOST_FAILED_TRUTHS) return null;
  const why = first.functional[0] ?? first.judge;
  return printable(
    `the truth itself fails ${failed.length} of ${countOf(of, "scenario")}: ${failed.map(({ scenario_id }) => scenario_id).join(", ")}; ${first.scenario_id}: ${why}; all in metrics/truth_check.json`,
    { singleLine: true },
  );
}
