import pc from "picocolors";
import { type AgentRun, type AgentTrace, type OutsideTask, OWN } from "../../../agent/contract.ts";
import { UserError } from "../../../db/base/user-error.ts";
import { configurationsOf } from "../../config/matrix.ts";
import type { Config } from "../../config/schema.ts";
import { toAgentLimits } from "../../config/to-agent.ts";
import type { Configuration } from "../../domain/names.ts";
import { preflight } from "../../preflight/index.ts";
import { runnerOf, systemOf } from "../../stages/system-of.ts";
import { renderMarkdown } from "../../terminal/markdown.ts";
import { printable } from "../../terminal/text.ts";
import type { Io } from "../io.ts";
import { withServices } from "../with-services.ts";
import { evidenceLines } from "./evidence.ts";
import { showSteps } from "./steps.ts";
import { openThread } from "./thread.ts";

export interface AskOptions {
  config: Config;
  io: Io;
  json: boolean;
  /** Name of a conversation to begin or to go on with. */
  thread?: string;
  /** What the user chose, as flags for the commands that open the evidence. */
  flags: string;
}

interface Answered {
  run: AgentRun;
  trace: AgentTrace;
}

/** One answer, and how it came about. Exit code 0, 2 when the agent did not succeed, 130 when it was stopped. */
export async function ask(question: string, options: AskOptions): Promise<number> {
  const { config, io, json, thread } = options;
  const configuration = configurationsOf(config)[0] as Configuration;
  const asked = {
    ...config,
    models: named(config.models, configuration),
    subjects: named(config.subjects, configuration),
  };
  await preflight(["substrate", "models", "subjects"], { config: asked, environment: io.environment });
  if (thread !== undefined && configuration.workflow === OWN)
    throw new UserError("usage", `${configuration.model} is not our agent: no thread of it can be kept`, {
      hint: "ask it without --thread",
    });
  const answered = await askOnce(question, configuration, options);
  if (json) io.out(JSON.stringify({ configuration, thread: thread ?? null, ...answered }, null, 2));
  else printAnswer(answered.trace, options);
  return exitCodeOf(answered.run, io);
}

function named<T extends { name: string }>(entries: readonly T[], { model }: Configuration): T[] {
  return entries.filter(({ name }) => name === model);
}

async function askOnce(question: string, configuration: Configuration, options: AskOptions): Promise<Answered> {
  const { config, io, json, thread } = options;
  const opened = await openThread(thread, io.cwd);
  const context = { runDirectory: opened.folder };
  try {
    return await withServices({ config, io }, async (services) => {
      const runTask = await runnerOf(configuration, { services, context, models: config.models });
      const system = await systemOf(configuration, { services, context });
      const ids = { threadId: thread ?? "ask", assistantId: "scopebench" };
      io.error(pc.dim(describe(configuration, config)));
      const steps = json ? null : showSteps(io);
      const run = await runTask({ ...ids, turns: [question], ...taskOptions(config, io), onCall: steps?.call }).finally(
        () => steps?.close(),
      );
      return { run, trace: await system.readTrace(ids) };
    });
  } finally {
    await opened.close();
  }
}

function taskOptions(config: Config, io: Io): Pick<OutsideTask, "limits" | "seed" | "toolFamilies" | "signal"> {
  const { limits, seed, tool_families: toolFamilies } = config;
  return { limits: toAgentLimits(limits), seed, toolFamilies, signal: io.signal };
}

function describe({ model, workflow, knowledge }: Configuration, { models }: Config): string {
  const standIn = models.some(({ name, provider }) => name === model && provider === "policy");
  const how = workflow === OWN ? "" : ` ${workflow} ${knowledge}`;
  return `${model}${how}${standIn ? "   stand-in, not a language model" : ""}`;
}

/** Rendered for a person at a terminal, as it was written for a pipe. What opens the evidence goes to stderr. */
function printAnswer(trace: AgentTrace, { io, thread, flags }: AskOptions): void {
  const answer = trace.answers.at(-1) ?? "";
  const rich = io.terminal && !io.environment.NO_COLOR;
  if (answer !== "") io.out(rich ? `\n${renderMarkdown(answer, Math.min(io.columns, 100))}` : printable(answer));
  const evidence = evidenceLines(trace, flags);
  if (evidence.length > 0) io.error(pc.dim(["", "Evidence", ...evidence.map((line) => ` ${line}`)].join("\n")));
  if (thread !== undefined && answer !== "") io.error(pc.dim(`\ngo on with: scopebench ask --thread ${thread} "..."`));
}

function exitCodeOf(run: AgentRun, io: Io): number {
  if (io.signal.aborted) {
    io.error("stopped");
    return 130;
  }
  if (run.outcome === "success") return 0;
  const error = run.turns.find((turn) => turn.error)?.error ?? run.error;
  io.error(`${run.outcome}: ${printable(error?.message ?? "no reason was given")}`);
  return 2;
}
