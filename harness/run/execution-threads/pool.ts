import type { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { currentRateLimiters, makeRateLimiters } from "../../../base/providers/rate-limiters.ts";
import { currentRecording } from "../../../base/providers/recording/recording.ts";
import { Peer } from "../../../base/threads/peer.ts";
import { startThread } from "../../../base/threads/start-thread.ts";
import type {
  Dispatcher,
  Ended,
  MadeExecution,
  MadeRecord,
  PooledRun,
  PoolState,
  Task,
  TaskStage,
  Unmade,
  WorkerPool,
} from "../../dag/worker-pool.ts";
import type { Effects } from "../../record/effects.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import { limiterHandlers } from "./limiters.ts";
import { recordingHandlers } from "./recordings.ts";
import type { ThreadSettings, ThreadTask } from "./thread.ts";

/** After a stop a thread has so long to end what it started: programs of external agents, databases. */
const GRACE_MS = 5000;

/** Threads of this process that make a run's executions: JavaScript computes on one processor, and one thread feeds some sixty calls a second. */
export class ExecutionThreads implements WorkerPool {
  onState = (_state: PoolState): void => undefined;
  readonly #environment: Effects["environment"];

  constructor({ environment }: Pick<Effects, "environment">) {
    this.#environment = environment;
  }

  makes(stage: TaskStage): boolean {
    return stage === "execute";
  }

  async begin(run: PooledRun): Promise<Dispatcher> {
    const { runDirectory, config, snapshot } = run;
    const { stages } = await readManifest(runDirectory);
    const recording = currentRecording()?.mode ?? null;
    const settings = { config, snapshot: snapshot.hash, runDirectory, environment: this.#environment, recording };
    const dispatcher = new OverThreads(run, { settings, attempt: `${stages.execute?.attempts ?? 1}` });
    await dispatcher.open();
    return dispatcher;
  }
}

interface Thread {
  worker: Worker;
  peer: Peer;
  /** Executions that it makes. */
  busy: number;
}

class OverThreads implements Dispatcher {
  readonly #run: PooledRun;
  readonly #attempt: string;
  readonly #threads: Thread[];
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #stop = () => {
    for (const { peer } of this.#threads) peer.call("stop").catch(() => undefined);
  };

  constructor(run: PooledRun, { settings, attempt }: { settings: ThreadSettings; attempt: string }) {
    this.#run = run;
    this.#attempt = attempt;
    this.#limit = pLimit(run.config.concurrency);
    this.#threads = Array.from({ length: run.config.threads }, () => start(settings, run));
    run.signal.addEventListener("abort", this.#stop, { once: true });
  }

  async open(): Promise<void> {
    try {
      await Promise.all(this.#threads.map(({ peer }) => peer.call("open")));
    } catch (error) {
      await this.stageOver();
      throw error;
    }
  }

  startAfresh(): Promise<void> {
    return Promise.resolve();
  }

  /** It lies in the cache of this machine. */
  addSnapshot(): Promise<void> {
    return Promise.resolve();
  }

  make<S extends TaskStage>(task: Extract<Task, { stage: S }>): Promise<Ended<S>> {
    return this.#limit(() => this.#make(task as ThreadTask["task"])) as Promise<Ended<S>>;
  }

  async #make(task: ThreadTask["task"]): Promise<Ended<"execute">> {
    const { signal, ceilings } = this.#run;
    if (signal.aborted) return null;
    const end = await ceilings.begin(`execute ${task.key.model}`);
    if (typeof end === "string") return { stopped: end };
    const [thread] = this.#threads.toSorted((a, b) => a.busy - b.busy);
    thread!.busy++;
    try {
      const asked: ThreadTask = { task, attempt: this.#attempt };
      const { tokens, costUsd, ...made } = await thread!.peer.call<MadeRecord | Unmade>("make", asked);
      end({ stage: "execute", tokens, costUsd });
      if ("made" in made) return { made: made.made as MadeExecution };
      return made.lost === null ? null : { lost: made.lost };
    } catch (error) {
      end();
      throw error;
    } finally {
      thread!.busy--;
    }
  }

  async stageOver(): Promise<void> {
    this.#run.signal.removeEventListener("abort", this.#stop);
    await Promise.all(this.#threads.map(close));
  }
}

function start(settings: ThreadSettings, { log }: PooledRun): Thread {
  const worker = startThread(new URL("./thread.ts", import.meta.url), settings);
  const peer: Peer = new Peer(worker, {
    ...limiterHandlers(currentRateLimiters() ?? makeRateLimiters()),
    ...recordingHandlers(currentRecording(), () => peer),
    log,
  });
  worker.on("error", (error) => peer.end(error));
  worker.on("exit", (code) => peer.end(new Error(`a thread that makes executions ended with code ${code}`)));
  return { worker, peer, busy: 0 };
}

async function close({ worker, peer }: Thread): Promise<void> {
  const late = new Promise<void>((resolve) => void setTimeout(resolve, GRACE_MS).unref());
  await Promise.race([peer.call("close").catch(() => undefined), late]);
  await worker.terminate();
}
