import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Random } from "../../base/random.ts";

interface Commands {
  worker: readonly string[];
  /** The first time, and after it was killed. */
  coordinator: readonly [first: readonly string[], again: readonly string[]];
  environment: NodeJS.ProcessEnv;
  cwd: string;
}

/** The processes of a run over a queue. */
export class Actors {
  readonly #commands: Commands;
  readonly #workers: ChildProcess[] = [];
  #coordinator: ChildProcess | undefined;
  #times = 0;
  #said = "";

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  startWorker(): void {
    this.#workers.push(this.#start(this.#commands.worker));
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

  /** Has all workers end. Gives how many did not by themselves within the time. */
  async stop(ms: number): Promise<number> {
    const all = [...this.#workers, ...(this.#coordinator ? [this.#coordinator] : [])].filter(isAlive);
    for (const one of all) for (const signal of ["SIGCONT", "SIGTERM"] as const) one.kill(signal);
    const end = performance.now() + ms;
    while (all.some(isAlive) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
    const left = all.filter(isAlive);
    for (const one of left) one.kill("SIGKILL");
    return left.length;
  }

  /** What all of them printed. */
  said(): string {
    return this.#said;
  }

  #start([command = "", ...args]: readonly string[]): ChildProcess {
    const { environment: env, cwd } = this.#commands;
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
