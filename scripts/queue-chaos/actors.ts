import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../base/random.ts";

interface Commands {
  worker: readonly string[];
  /** The first time, and after it was killed. */
  coordinator: readonly [first: readonly string[], again: readonly string[]];
  environment: NodeJS.ProcessEnv;
  cwd: string;
  /** Where workers' clocks stand, by files; and the library by which they read them. Without one they have the machine's. */
  clocks: { folder: string; library: string | undefined };
}

/** The processes of a run over a queue. */
export class Actors {
  readonly #commands: Commands;
  readonly #workers: ChildProcess[] = [];
  /** Of each worker, the file that says where its clock stands. */
  readonly #clocks = new Map<ChildProcess, string>();
  #coordinator: ChildProcess | undefined;
  #times = 0;
  #said = "";

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  startWorker(): void {
    const { folder, library } = this.#commands.clocks;
    const file = join(folder, `clock-${this.#workers.length}`);
    if (library) writeFileSync(file, "+0");
    const clock = {
      ...{ LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file },
      ...{ FAKETIME_NO_CACHE: "1", FAKETIME_DONT_FAKE_MONOTONIC: "1" },
    };
    const worker = this.#start(this.#commands.worker, library ? clock : {});
    this.#workers.push(worker);
    this.#clocks.set(worker, file);
  }

  /** `+3600`: an hour ahead. */
  setClock(random: Random, change: string): void {
    writeFileSync(this.#clocks.get(this.worker(random)) as string, change);
  }

  startCoordinator(): void {
    this.#coordinator = this.#start(this.#commands.coordinator[this.#times++ === 0 ? 0 : 1]);
  }

  /** One that works. */
  worker(random: Random): ChildProcess {
    const living = this.#workers.filter(isAlive);
    return living[Math.floor(random() * living.length)] as ChildProcess;
  }

  async killCoordinator(): Promise<void> {
    if (!this.#coordinator || !isAlive(this.#coordinator)) return;
    this.#coordinator.kill("SIGKILL");
    await once(this.#coordinator, "close");
  }

  coordinatorIsOver(): boolean {
    return this.#coordinator !== undefined && !isAlive(this.#coordinator);
  }

  /** Exit code of the coordinator that is not killed; null where none ends in time. */
  async coordinatorEnded(ms: number): Promise<number | null> {
    for (const end = performance.now() + ms; performance.now() < end; ) {
      if (this.#coordinator && this.#coordinator.exitCode !== null) return this.#coordinator.exitCode;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return null;
  }

  /** Has all workers end. Gives how many did not by themselves within the time; those are asked what they wait for. */
  async stop(ms: number): Promise<number> {
    const all = [...this.#workers, ...(this.#coordinator ? [this.#coordinator] : [])].filter(isAlive);
    for (const one of all) for (const signal of ["SIGCONT", "SIGTERM"] as const) one.kill(signal);
    const end = performance.now() + ms;
    while (all.some(isAlive) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
    const left = all.filter(isAlive);
    for (const one of left) one.kill("SIGUSR2");
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, 2000));
    for (const one of left) one.kill("SIGKILL");
    return left.length;
  }

  /** What all of them printed. */
  said(): string {
    return this.#said;
  }

  #start([command = "", ...args]: readonly string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
    const { environment, cwd } = this.#commands;
    const env = { ...environment, ...more };
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        this.#said += `${child.pid}: ${chunk}`;
      });
    return child;
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
