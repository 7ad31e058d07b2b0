import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { $, fs, sleep, which } from "zx";
import { UserError } from "../../base/user-error.ts";
import type { RunningService } from "./service.ts";

/** A command that says nothing by itself and whose failure is looked at, not thrown. */
export const run = $({ quiet: true, nothrow: true });

const STATE = "state.json";

/** A started server, as kept beside its data. Holds a password: readable by its owner only. */
export interface ServiceState extends RunningService {
  /** When the process started, in the words of `ps`: a process number alone may come to mean another process. */
  startedAt: string;
}

/** The server of a folder, null when it does not run. */
export async function runningIn(folder: string): Promise<ServiceState | null> {
  const path = join(folder, STATE);
  const state = (await fs.pathExists(path)) ? ((await fs.readJson(path)) as ServiceState) : null;
  return state && (await isAlive(state)) ? state : null;
}

export async function writeState(folder: string, service: RunningService): Promise<ServiceState> {
  const state = { ...service, startedAt: await startTime(service.pid) };
  await fs.outputJson(join(folder, STATE), state, { spaces: 2, mode: 0o600 });
  return state;
}

/** Asks the server of a folder to end, and ends it after 30 s. False when none ran. */
export async function stopIn(folder: string, signal: NodeJS.Signals): Promise<boolean> {
  const state = await runningIn(folder);
  if (state) await stopProcess(state, signal);
  await fs.remove(join(folder, STATE));
  return state !== null;
}

async function stopProcess(state: ServiceState, signal: NodeJS.Signals): Promise<void> {
  process.kill(state.pid, signal);
  for (let waited = 0; waited < 300 && (await isAlive(state)); waited++) await sleep("100ms");
  if (await isAlive(state)) process.kill(state.pid, "SIGKILL");
  while (await isAlive(state)) await sleep("100ms");
}

/** Whether a process is no more, or has ended and is only not yet waited for. */
export async function isGone(pid: number): Promise<boolean> {
  return (await startTime(pid)) === "";
}

async function isAlive({ pid, startedAt }: ServiceState): Promise<boolean> {
  return (await startTime(pid)) === startedAt;
}

/** Start time of a process, empty when it is gone or has ended unwaited. */
async function startTime(pid: number): Promise<string> {
  const { stdout } = await run`ps -o stat=,lstart= -p ${pid}`;
  const [status = "", ...words] = stdout.trim().split(/\s+/);
  return status.startsWith("Z") ? "" : words.join(" ");
}

export interface SystemUser {
  uid: number;
  gid: number;
}

interface ServerProcess {
  command: string;
  arguments: readonly string[];
  /** Takes what the server prints. */
  logFile: string;
  env?: NodeJS.ProcessEnv;
  user?: SystemUser | null;
}

/**
 * Longest wait for a server that runs and does not answer yet. It answers in 2 s (PostgreSQL) or 15 s (Neo4j) on two idle cores and
 * in minutes on a busy machine; one that fails ends by itself, which is seen at once.
 */
const START_MS = 30 * 60_000;

/**
 * Starts a server that outlives this process, and tries `probe` until it works. Gives the server's process number. Throws a
 * UserError with the end of its log when it ends or the time is up; then it is stopped.
 */
export async function startServer(server: ServerProcess, probe: () => Promise<unknown>): Promise<number> {
  const { command, logFile, env = process.env, user } = server;
  await fs.ensureDir(dirname(logFile));
  const log = await fs.open(logFile, "w");
  const { child } = run({
    ...{ detached: true, stdio: ["ignore", log, log], cwd: dirname(logFile), env, ...as(user) },
  })`exec ${command} ${server.arguments}`;
  await fs.close(log);
  child!.unref();
  try {
    await answers(child!, probe);
    return child!.pid!;
  } catch (error) {
    child!.kill("SIGKILL");
    throw await notUp(logFile, (error as Error).message);
  }
}

/** Returns once `probe` works; throws when the server has ended, or with the probe's last error when the time is up. */
async function answers(child: ChildProcess, probe: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + START_MS; ; await sleep("250ms")) {
    if (hasEnded(child)) throw new Error("it ended");
    try {
      await probe();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

function hasEnded({ exitCode, signalCode }: { exitCode: number | null; signalCode: string | null }): boolean {
  return exitCode !== null || signalCode !== null;
}

async function notUp(logFile: string, problem: string): Promise<UserError> {
  const tail = (await fs.readFile(logFile, "utf8")).trim().split("\n").slice(-5).join("\n  ");
  return new UserError("environment", `the server did not come up: ${problem}`, {
    hint: `${logFile} ends:\n  ${tail}`,
  });
}

/** zx knows no users. */
function as(user: SystemUser | null | undefined): { spawn: typeof spawn } {
  const start = (file: string, args: readonly string[], options: SpawnOptions) =>
    spawn(file, args, { ...options, ...user });
  return { spawn: start as typeof spawn };
}

/** A loopback port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

interface CommandOptions {
  hint: string;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  user?: SystemUser | null;
}

/** Runs a command to its end. Throws a UserError with `hint` when it is not there or fails. */
export async function runCommand(
  [command, ...parameters]: readonly [string, ...string[]],
  { hint, user, ...options }: CommandOptions,
): Promise<string> {
  if (!(await which(command, { nothrow: true })))
    throw new UserError("environment", `${command} is not installed`, { hint });
  const { ok, stdout, stderr } = await run({ ...options, ...as(user) })`${command} ${parameters}`;
  if (ok) return stdout;
  const lines = `${stdout}\n${stderr}`.trim().split("\n").slice(-3).join("; ");
  throw new UserError("environment", `${command} failed: ${lines}`, { hint });
}
