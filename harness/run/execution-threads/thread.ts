import { setMaxListeners } from "node:events";
import { parentPort } from "node:worker_threads";
import { withRateLimiters } from "../../../base/providers/rate-limiters.ts";
import { withRecording } from "../../../base/providers/recording/recording.ts";
import { Peer } from "../../../base/threads/peer.ts";
import type { MadeRecord, Task, Unmade } from "../../dag/worker-pool.ts";
import type { Config } from "../../record/config/schema.ts";
import { type Effects, makeEffects } from "../../record/effects.ts";
import { checkSnapshot, openTasks, type Tasks } from "../stages/execute/tasks.ts";
import { areStandInsAlone, openServices } from "../stages/open-services.ts";
import { limitersOver } from "./limiters.ts";
import { type RecordingMode, recordingOver } from "./recordings.ts";

export interface ThreadSettings {
  config: Config;
  /** Hash of the run's own substrate. */
  snapshot: string;
  runDirectory: string;
  environment: Effects["environment"];
  /** Null where nothing is recorded. */
  recording: RecordingMode | null;
}

export interface ThreadTask {
  task: Extract<Task, { stage: "execute" }>;
  /** Which start of the stage this is. */
  attempt: string;
}

/** Entry of a thread that makes executions, over databases of its own. Limits of providers and the recording stay with the main thread. */
export function serve(settings: ThreadSettings): void {
  if (!parentPort) throw new Error("serve runs in a thread");
  const cut = new AbortController();
  setMaxListeners(0, cut.signal); // Each execution listens.
  let tasks: Tasks | undefined;
  const peer: Peer = new Peer(parentPort, {
    async open() {
      const log = (message: string) => void peer.call("log", message);
      tasks = await asThere(() => open(settings, { signal: cut.signal, log }));
    },
    make: ({ task, attempt }: ThreadTask): Promise<MadeRecord | Unmade> => asThere(() => tasks!.execute(task, attempt)),
    answer: (call: number) => recording.answer(call),
    stop: () => cut.abort(),
    close: () => tasks?.close(),
  });
  const limiters = limitersOver(peer);
  const recording = recordingOver(peer, settings.recording);
  /** What is opened here keeps the limiters that it was opened behind. */
  const asThere = <T>(work: () => T): T => withRecording(recording.calls, () => withRateLimiters(limiters, work));
}

async function open(
  { config, snapshot, runDirectory, environment }: ThreadSettings,
  { signal, log }: { signal: AbortSignal; log: (message: string) => void },
): Promise<Tasks> {
  const effects = makeEffects({ environment, log });
  const services = openServices({
    ...{ config, effects, signal, snapshotHash: snapshot },
    remembers: areStandInsAlone(config),
  });
  const offered = { name: "the run", snapshot };
  await checkSnapshot(services, offered);
  const context = { config, effects, services, runDirectory, signal, journal: null };
  if (config.models.length > 0) await services.system(context);
  // How many are lost in a row is counted where all come together.
  return openTasks(context, { ...offered, losses: { signal, count: () => undefined } });
}
