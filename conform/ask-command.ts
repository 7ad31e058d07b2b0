import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { UserError } from "../base/user-error.ts";
import type { CaseQuestion } from "./case.ts";
import { readReplies, type Subject, type SubjectReply } from "./reply.ts";

/** How much of what it wrote to stderr stands in an error: its end. */
const STDERR_CHARS = 400;
const SHOWN_PROBLEMS = 10;
const LONGEST_MS = 600_000;

export interface SubjectReplies {
  subject: Subject;
  replies: ReadonlyMap<string, SubjectReply>;
}

/**
 * Runs a command once: questions as JSON Lines on its stdin, answers as JSON Lines on its stdout. It runs in the caller's folder
 * with the caller's environment, since the caller typed it.
 * @throws UserError `environment` if it cannot be started, fails or takes more than ten minutes; `input` for lines that are no answers.
 */
export async function askCommand(
  [program = "", ...args]: readonly string[],
  questions: readonly CaseQuestion[],
  { cwd, environment, signal }: { cwd: string; environment: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<SubjectReplies> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const child = spawn(program, args, { cwd, env: environment, signal: limit, stdio: "pipe" });
  child.stdin.on("error", () => undefined); // It may end before it has read all: its exit code tells.
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const ended = once(child, "close").catch((cause: unknown) => {
    signal.throwIfAborted();
    throw notRun(program, limit.aborted ? "took more than ten minutes" : String((cause as Error).message), cause);
  });
  const [[code], output, complaints] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw notRun(program, `ended with exit code ${code}: ${complaints.trim().slice(-STDERR_CHARS)}`);
  const { subject, replies, problems } = readReplies(output, new Set(questions.map(({ id }) => id)));
  if (problems.length > 0 || replies.size === 0)
    throw new UserError("input", `${program} does not answer as an adapter does`, {
      problems: problems.length > 0 ? problems.slice(0, SHOWN_PROBLEMS) : ["it answered none of the cases"],
      hint: 'expected lines such as {"id": "ties-01", "values": {"map": 0.5}}: docs/guides/conform.md',
    });
  return { subject: subject ?? { program, version: null }, replies };
}

function notRun(program: string, what: string, cause?: unknown): UserError {
  return new UserError("environment", `${program} ${what}`, {
    cause,
    hint: "expected a command that reads cases from its input and writes answers: scopebench measure conform -- python3 adapter.py",
  });
}
