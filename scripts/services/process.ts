import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { UserError } from "../../base/user-error.ts";
import type { RunningService } from "./service.ts";

const STATE = "state.json";

/** A started server, as kept beside its data. Holds a password: readable by its owner only. */
export interface ServiceState extends RunningService {
  /** When the process started, in the words of `ps`: a process number alone may come to mean another process. */
  startedAt: string;
}

export async function readState(folder: string): Promise<ServiceState | null> {
  try {
    return JSON.parse(await readFile(join(folder, STATE), "utf8")) as ServiceState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export async function writeState(folder: string, state: ServiceState): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, STATE), `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
}

export async function removeState(folder: string): Promise<void> {
  await rm(join(folder, STATE), { force: true });
}

export function isAlive({ pid, startedAt }: Pick<ServiceState, "pid" | "startedAt">): boolean {
  return startTime(pid) === startedAt;
}

/** Start time of a process, empty when it is gone or has ended unwaited. */
export function startTime(pid: number): string {
  const { stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" });
  const [status = "Z", ...words] = (stdout ?? "").trim().split(/\s+/);
  return status.startsWith("Z") ? "" : words.join(" ");
}

/** Asks a process to end, and ends it after 30 s. */
export async function stopProcess(state: ServiceState, signal: NodeJS.Signals): Promise<void> {
  process.kill(state.pid, signal);
  for (let waited = 0; waited < 300 && isAlive(state); waited++) await sleep(100);
  if (isAlive(state)) process.kill(state.pid, "SIGKILL");
}

export interface ServerProcess {
  command: string;
  arguments: readonly string[];
  /** Takes what the server prints. */
  logFile: string;
  environment?: NodeJS.ProcessEnv;
  user?: SystemUser | null;
}

export interface SystemUser {
  uid: number;
  gid: number;
}

/** Starts a server that outlives this process. Gives its process number. */
export async function startServer(server: ServerProcess): Promise<number> {
  await mkdir(dirname(server.logFile), { recursive: true });
  const file = await open(server.logFile, "w");
  try {
    const child = spawn(server.command, server.arguments, {
      detached: true,
      stdio: ["ignore", file.fd, file.fd],
      env: server.environment,
      cwd: dirname(server.logFile),
      ...server.user,
    });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.unref();
    return child.pid!;
  } finally {
    await file.close();
  }
}

/** Tries until it works. Throws a UserError with the end of the server's log when the process ends or the time is up. */
export async function waitUntilReady(
  { pid, logFile, seconds }: { pid: number; logFile: string; seconds: number },
  probe: () => Promise<unknown>,
): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const problem = await probe().then(
      () => null,
      (error: Error) => error.message,
    );
    if (problem === null) return;
    if (Date.now() < until && startTime(pid) !== "") {
      await sleep(250);
      continue;
    }
    const tail = (await readFile(logFile, "utf8")).trim().split("\n").slice(-5).join("\n  ");
    throw new UserError("environment", `the server did not come up: ${problem}`, {
      hint: `${logFile} ends:\n  ${tail}`,
    });
  }
}

/** A loopback port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Runs a command to its end. Throws a UserError with `hint` when it is not there or fails. */
export async function runCommand(
  command: string,
  parameters: readonly string[],
  { hint, ...options }: { hint: string; cwd?: string; env?: NodeJS.ProcessEnv } & Partial<SystemUser>,
): Promise<string> {
  try {
    return (await promisify(execFile)(command, parameters, { maxBuffer: 1e8, ...options })).stdout;
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    const reason = code === "ENOENT" ? "is not installed" : `failed: ${stderr.trim().split("\n").slice(-3).join("; ")}`;
    throw new UserError("environment", `${command} ${reason}`, { hint, cause: error });
  }
}
