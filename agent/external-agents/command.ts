import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Act, consentTo, giving } from "../../base/consent/consent.ts";
import type { Environment } from "../../base/environment.ts";
import type { Redactor } from "../../base/providers/secrets/redactor.ts";
import { makeScratchFolder } from "../../base/whole-folder.ts";
import type { ExternalAgentConfig } from "../contract/contract.ts";
import { ExternalAgentFailure } from "../contract/failures.ts";
import type { Channel, ExternalAgentRequest } from "./exchange.ts";
import { MAX_ANSWER_BYTES, parseJson } from "./failure.ts";
import { keeper } from "./keeper.ts";
import { endProcessTree } from "./process-tree.ts";
import { redactorFor } from "./redactor-for.ts";

type CommandAgent = Extract<ExternalAgentConfig, { type: "command" }>;

/** What every program needs to start; nothing else of our environment is passed on unless it is named. */
const PASSED_ON = ["PATH", "SystemRoot", "ComSpec", "PATHEXT"];
/** The same wherever a run is started, unless the configuration names the variable: dates, sorting and letter case follow them. */
const PLACE = { LANG: "C.UTF-8", TZ: "UTC" };
/** Longest wait for output that is still in the pipes of a process that has ended. */
const DRAIN_MS = 1000;
/** How much of what it wrote to stderr stands in an error: its end. */
const STDERR_CHARS = 400;

/**
 * A process for each turn, in an empty folder of its own: the request as JSON on stdin, the answer as JSON on stdout. When
 * it has answered, or the turn is over, it is ended with all that it started, and the folder is removed.
 */
export function makeCommandChannel(config: CommandAgent, environment: Environment): Channel {
  const named = Object.fromEntries(config.environment.map((name) => [name, environment[name] ?? ""]));
  return {
    async ask(request, { signal }) {
      await consentTo(actsOf(config, named));
      const folder = await makeScratchFolder("agent");
      const redactor = redactorFor(config, named, request);
      try {
        const own = { HOME: folder, TMPDIR: folder, TEMP: folder, TMP: folder };
        const env = { ...pick(environment), ...PLACE, ...own, ...named };
        const output = await runCommand(config.command, { folder, env, request, signal, redactor });
        return parseJson(redactor.body(output));
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    close: () => Promise.resolve(),
  };
}

function actsOf({ command }: CommandAgent, named: Readonly<Record<string, string>>): Act[] {
  const given = Object.keys(named).filter((name) => named[name] !== "");
  return [{ type: "runs", command }, ...given.map((variable) => giving(variable, command))];
}

function pick(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

interface CommandRun {
  folder: string;
  env: Record<string, string>;
  request: ExternalAgentRequest;
  signal: AbortSignal;
  redactor: Redactor;
}

async function runCommand(command: readonly string[], run: CommandRun): Promise<string> {
  const { folder, env, request, signal, redactor } = run;
  signal.throwIfAborted();
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  if (child.pid !== undefined) keeper().keep(child.pid);
  const stop = new AbortController();
  const end = () => stop.abort();
  signal.addEventListener("abort", end, { once: true });
  try {
    const ended = untilEnded(child, stop);
    // A program that does not read its request ends the pipe early; how it ends says the rest.
    child.stdin?.on("error", () => undefined).end(JSON.stringify(request));
    const { code, output, errors } = await ended;
    signal.throwIfAborted();
    if (code === 0) return output;
    const said = redactor.message(errors.trim()).slice(-STDERR_CHARS);
    throw new ExternalAgentFailure("subject_crashed", `the command ended with ${code}${said && `: ${said}`}`);
  } finally {
    signal.removeEventListener("abort", end);
    await endProcessTree(child);
    if (child.pid !== undefined) keeper().release(child.pid);
  }
}

interface Ended {
  /** Exit code, or the signal that ended it. */
  code: number | string;
  output: string;
  errors: string;
}

/** Settles when the process has ended or must be: on failure to start, on too much output, when it is stopped. */
function untilEnded(child: ChildProcess, stop: AbortController): Promise<Ended> {
  const output: Buffer[] = [];
  let size = 0;
  let errors = "";
  return new Promise((resolve, reject) => {
    child.once("error", (cause) => {
      const failure = new ExternalAgentFailure(
        "subject_not_started",
        `the command cannot be started: ${cause.message}`,
        {
          cause,
        },
      );
      reject(failure);
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_ANSWER_BYTES) output.push(chunk);
      else
        reject(
          new ExternalAgentFailure("subject_output_too_large", `the command wrote more than ${MAX_ANSWER_BYTES} bytes`),
        );
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      errors = (errors + chunk.toString("utf8")).slice(-4 * STDERR_CHARS);
    });
    const closed = once(child, "close");
    closed.catch(() => undefined); // The listener for errors above has it.
    child.once("exit", (code, signal) => {
      // What it left behind may hold the pipes open, so that they would never close.
      const drained = endProcessTree(child).then(() => Promise.race([closed, delay(DRAIN_MS)]));
      const ended = () => ({ code: code ?? signal ?? -1, output: Buffer.concat(output).toString("utf8"), errors });
      drained.then(() => resolve(ended()), reject);
    });
    stop.signal.addEventListener("abort", () => resolve({ code: "stopped", output: "", errors }), { once: true });
  });
}
