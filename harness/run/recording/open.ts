import { resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import type { Environment } from "../../../base/environment.ts";
import { openRecorder } from "../../../base/providers/recording/record.ts";
import type { RecordedRequest, Recording } from "../../../base/providers/recording/recording.ts";
import { openReplay } from "../../../base/providers/recording/replay.ts";
import { openReuse } from "../../../base/providers/recording/reuse.ts";
import { type Secret, secretsOf } from "../../../base/providers/secrets/secrets.ts";
import { UserError } from "../../../base/user-error.ts";
import { judgingModels } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import { tokenVariables } from "../../record/config/source-tokens.ts";
import type { Effects } from "../../record/effects.ts";
import { type RecordingState, readManifest, updateManifest } from "../../record/run-directory/manifest.ts";

/** The recording of a session. */
export interface OpenRecording {
  calls: Recording;
  /** Call when everything has run. */
  finish(): Promise<void>;
}

interface Session {
  runDirectory: string;
  config: Config;
  effects: Effects;
}

/** The recording that a run's manifest names; null when it names none. */
export async function openRecording(session: Session): Promise<OpenRecording | null> {
  const { recording } = await readManifest(session.runDirectory);
  if (recording === null) return null;
  const path = resolve(session.runDirectory, recording.cassette);
  const opened = {
    ...session,
    recording,
    path,
    secrets: secretsOf(session.effects.environment, keyNames(session.config, session.effects.environment)),
  };
  const open = { record: openRecord, replay: openReplayed, reuse: openReused };
  return open[recording.mode](opened);
}

interface Opened extends Session {
  recording: RecordingState;
  path: string;
  secrets: readonly Secret[];
}

async function openRecord({ runDirectory, recording, path, secrets, effects }: Opened): Promise<OpenRecording> {
  const recorder = await openRecorder({ path, completed: recording.hash, secrets });
  return {
    calls: recorder,
    async finish() {
      const done = await recorder.complete();
      await note(runDirectory, { ...recording, ...done });
      await recorder.forgetJournal();
      effects.log(`recorded ${countOf(done.calls, "call")}`);
    },
  };
}

async function openReplayed({ runDirectory, recording, path, secrets, effects }: Opened): Promise<OpenRecording> {
  const replay = await openReplay({ path, secrets });
  await noteSame(runDirectory, { ...recording, hash: replay.hash, calls: replay.count().recorded }, recording);
  return {
    calls: replay,
    finish: () => {
      const { replayed, recorded } = replay.count();
      effects.log(`replayed ${replayed} of ${countOf(recorded, "recorded call")}`);
      return Promise.resolve();
    },
  };
}

async function openReused({ runDirectory, recording, path, secrets, effects }: Opened): Promise<OpenRecording> {
  const reuse = await openReuse({ path, secrets, isFree: isOfStandIn });
  await noteSame(runDirectory, { ...recording, hash: reuse.hash, calls: reuse.count().recorded }, recording);
  return {
    calls: reuse,
    finish: () => {
      const { reused, asked, recorded } = reuse.count();
      effects.log(`${reused} of ${countOf(recorded, "recorded call")} reused, ${countOf(asked, "other call")} made`);
      return Promise.resolve();
    },
  };
}

/** A stand-in is asked for nothing, and its own code may have changed. */
export function isOfStandIn({ parts: { model } }: RecordedRequest): boolean {
  return typeof model === "object" && model !== null && "provider" in model && model.provider === "policy";
}

/** @throws UserError `recording` when another was there before */
async function noteSame(runDirectory: string, now: RecordingState, before: RecordingState): Promise<void> {
  if (before.hash !== null && before.hash !== now.hash)
    throw new UserError("recording", `${now.cassette} was changed since this run began to ${now.mode} it`, {
      problems: [`expected checksum ${before.hash}`, `found ${now.hash}`],
      hint: `start a new run with --${now.mode}`,
    });
  await note(runDirectory, now);
}

async function note(runDirectory: string, recording: RecordingState): Promise<void> {
  await updateManifest(runDirectory, () => ({ recording }));
}

/** Variables that hold keys by the configuration, whatever they are called. */
export function keyNames(config: Config, environment: Environment): string[] {
  const { models, judges, substrate, enrichment } = config;
  const endpoints = [...models, ...judgingModels(judges), ...(enrichment ? [enrichment.model] : [])];
  const names = endpoints.map((endpoint) => endpoint.api_key_env);
  const { embedding } = substrate;
  const known = [...names, "api_key_env" in embedding ? embedding.api_key_env : undefined].filter(
    (name) => name !== undefined,
  );
  return [...known, ...tokenVariables(config.live_sources?.sources ?? [], environment)];
}
