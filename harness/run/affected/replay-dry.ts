import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type DryReplay, type DryReplayOptions, openDryReplay } from "../../../base/providers/recording/dry-replay.ts";
import { secretsOf } from "../../../base/providers/secrets/secrets.ts";
import { UserError } from "../../../base/user-error.ts";
import { makeProgressView } from "../../dag/progress/progress.ts";
import { coloursOf } from "../../print/colours.ts";
import { errorsOf, type Io } from "../../print/io.ts";
import { runWord } from "../../print/shell-word.ts";
import { printable } from "../../print/text.ts";
import { makeEffects } from "../../record/effects.ts";
import { createRun } from "../../record/run-directory/create.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { isOfStandIn, keyNames } from "../recording/open.ts";
import { runSession, type SessionOptions } from "../start/session.ts";

/** What has to be run to know what a model would be asked, and what came of it. */
export const REPLAYED_DRY = ["generate", "execute", "extract"] as const satisfies readonly StageName[];

export interface Replayed extends Pick<SessionOptions, "config" | "open">, Partial<Pick<DryReplayOptions, "isMade">> {
  baseline: OpenedRun;
  io: Io;
}

/**
 * Runs a configuration on a baseline's recording, tools and databases for real, each execution as far as it asks what was recorded. Calls
 * `read` with the run, which is removed afterwards.
 */
export async function withDryReplay<T>(
  { baseline, config, io, open, isMade = isOfStandIn }: Replayed,
  read: (replayed: { runDirectory: string; dry: DryReplay }) => Promise<T>,
): Promise<T> {
  const secrets = secretsOf(io.environment, keyNames(config, io.environment));
  const dry = await openDryReplay({ path: recordingOf(baseline), secrets, isMade });
  if (dry.hash !== baseline.manifest.recording?.hash)
    throw new UserError("recording", `the recording of ${baseline.manifest.run_id} was changed since`, {
      problems: [`expected checksum ${baseline.manifest.recording?.hash}`, `found ${dry.hash}`],
      hint: "record the baseline again with scopebench run --record",
    });
  const view = makeProgressView({
    interactive: io.interactive,
    columns: io.interactive ? io.columns : Number.POSITIVE_INFINITY,
    colours: coloursOf(errorsOf(io)),
    write: io.error,
    stages: REPLAYED_DRY,
  });
  const log = (message: string) => view.note(printable(message, { singleLine: true }));
  const effects = makeEffects({ environment: io.environment, log });
  const runDirectory = await createRun({ ...config, runs_dir: join(io.cwd, ".scopebench", "affected") }, effects);
  io.error("an execution ends here, as agent_error, where it asks what was not recorded");
  try {
    const { signal } = io;
    const session = { runDirectory, config, effects, signal, open, listen: view.event, only: REPLAYED_DRY };
    await runSession({ ...session, recording: dry });
    view.close();
    return await read({ runDirectory, dry });
  } finally {
    view.close();
    await rm(runDirectory, { recursive: true, force: true });
  }
}

/** @throws UserError `recording` where nothing of it was recorded, or not to its end */
function recordingOf({ runDirectory, manifest: { recording, run_id } }: OpenedRun): string {
  const hint = "a baseline with a recording: scopebench run --record main.recording";
  if (recording === null) throw new UserError("recording", `nothing of ${run_id} was recorded`, { hint });
  if (recording.hash === null)
    throw new UserError("recording", `the recording of ${run_id} is not complete`, {
      hint: `finish it: scopebench resume ${runWord(runDirectory)}`,
    });
  return resolve(runDirectory, recording.cassette);
}
