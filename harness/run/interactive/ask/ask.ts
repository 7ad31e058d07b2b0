import { parseAnswer } from "../../../../agent/answer/answer.ts";
import type { AgentTrace, ToolCallRecord } from "../../../../agent/contract/contract.ts";
import { type AgentRun, type AgentTask, OWN } from "../../../../agent/contract/contract.ts";
import { countOf } from "../../../../base/counts.ts";
import { UserError } from "../../../../base/user-error.ts";
import { coloursOf } from "../../../print/colours.ts";
import { errorsOf, type Io } from "../../../print/io.ts";
import { jsonText } from "../../../print/json-text.ts";
import { renderMarkdown } from "../../../print/markdown.ts";
import { shellWord } from "../../../print/shell-word.ts";
import { printable } from "../../../print/text.ts";
import { toAgentLimits } from "../../../record/config/limits-schema.ts";
import { configurationsOf } from "../../../record/config/matrix.ts";
import type { Config } from "../../../record/config/schema.ts";
import type { Configuration } from "../../../record/domain/names.ts";
import { preflight } from "../../preflight/index.ts";
import { runnerOf, systemOf } from "../../stages/system-of.ts";
import { withServices } from "../with-services.ts";
import { readQuestions } from "./read-questions.ts";
import { showSteps } from "./steps.ts";
import { ASKED_BY, openThread, UNNAMED } from "./thread.ts";

export interface AskOptions {
  config: Config;
  io: Io;
  json: boolean;
  /** Name of a conversation to begin or to go on with. */
  thread?: string;
}

/**
 * Answers, and how they came about: to the question given, else to each line of the input, on one thread. Exit code 0, 2
 * when the agent did not succeed, 130 when it was stopped.
 */
export async function ask(question: string | undefined, options: AskOptions): Promise<number> {
  const { config, io, thread } = options;
  const configuration = configurationsOf(config)[0] as Configuration;
  const asked = {
    ...config,
    models: named(config.models, configuration),
    external_agents: named(config.external_agents, configuration),
  };
  await preflight(["substrate", "models", "external_agents"], { config: asked, environment: io.environment });
  if ((thread !== undefined || question === undefined) && configuration.workflow === OWN)
    throw new UserError("usage", `${configuration.model} is not our agent: no thread of it can be kept`, {
      hint: "give it one question, without --thread",
    });
  return withConversation(configuration, options, async (answer) => {
    if (question !== undefined) return answer(question);
    let code = 0;
    for await (const line of readQuestions(io)) code = Math.max(code, await answer(line));
    return io.signal.aborted ? 130 : code;
  });
}

function named<T extends { name: string }>(entries: readonly T[], { model }: Configuration): T[] {
  return entries.filter(({ name }) => name === model);
}

/** Opens database, agent and thread once; `answer` asks, prints and gives the exit code. */
async function withConversation(
  configuration: Configuration,
  options: AskOptions,
  use: (answer: (question: string) => Promise<number>) => Promise<number>,
): Promise<number> {
  const { config, io, json, thread } = options;
  const opened = await openThread(thread, io);
  const ids = { threadId: thread ?? UNNAMED, assistantId: ASKED_BY };
  try {
    return await withServices({ config, io }, async (services) => {
      const from = { services, runDirectory: opened.folder, journal: opened.journal };
      const runTask = await runnerOf(configuration, { ...from, config });
      const system = await systemOf(configuration, from);
      io.error(coloursOf(errorsOf(io)).dim(describe(configuration, config)));
      return use(async (question) => {
        const steps = json ? null : showSteps(io);
        const task = { ...ids, turns: [question], ...taskOptions(config, io), onCall: steps?.call };
        const run = await runTask(task).finally(() => steps?.close());
        const trace = await system.readTrace(ids);
        if (json)
          io.out(
            jsonText(
              { configuration, thread: thread ?? null, run, trace },
              {
                askedBack: "asked_back",
                atToolCall: "at_tool_call",
                startedAt: "started_at",
                toolCallIndexes: "tool_call_indexes",
                cacheWrite: "cache_write",
                cachedInput: "cached_input",
                contextPrecision: "context_precision",
                durationMs: "duration_ms",
                meanCosine: "mean_cosine",
                modelCalls: "model_calls",
                planIterations: "plan_iterations",
                resultPath: "result_path",
                servedModel: "served_model",
                servedModels: "served_models",
                skillsLoaded: "skills_loaded",
                startMs: "start_ms",
                subAgent: "sub_agent",
                systemPrompts: "system_prompts",
                toolCalls: "tool_calls",
                tookMs: "took_ms",
                waitedMs: "waited_ms",
              },
            ),
          );
        else printAnswer(trace, { ...options, kept: opened.name });
        return exitCodeOf(run, io);
      });
    });
  } finally {
    await opened.close();
  }
}

function taskOptions(
  config: Config,
  io: Io,
): Pick<AgentTask, "limits" | "seed" | "toolFamilies" | "toolDescriptions" | "signal"> {
  const { limits, seed, tool_families: toolFamilies, tool_descriptions: toolDescriptions } = config;
  return { limits: toAgentLimits(limits), seed, toolFamilies, toolDescriptions, signal: io.signal };
}

function describe({ model, workflow, knowledge }: Configuration, { models }: Config): string {
  const standIn = models.some(({ name, provider }) => name === model && provider === "policy");
  const how = workflow === OWN ? "" : ` ${workflow} ${knowledge}`;
  return `${model}${how}${standIn ? "   stand-in, not a language model" : ""}`;
}

/** Rendered for a person at a terminal, as it was written for a pipe. What opens the evidence goes to stderr. */
function printAnswer(trace: AgentTrace, { io, thread, kept }: AskOptions & { kept: string | null }): void {
  const answer = trace.guarded?.at(-1) ?? trace.answers.at(-1) ?? "";
  const rich = io.terminal && !io.environment.NO_COLOR;
  if (answer !== "") io.out(rich ? `\n${renderMarkdown(answer, Math.min(io.columns, 100))}` : printable(answer));
  const { dim } = coloursOf(errorsOf(io));
  const evidence = evidenceLines(trace, kept);
  if (evidence.length > 0) io.error(dim(["", "Evidence", ...evidence.map((line) => ` ${line}`)].join("\n")));
  if (thread !== undefined && answer !== "") io.error(dim(`\ngo on with: scopebench ask --thread ${thread} "..."`));
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

/**
 * What opens the evidence of an answer: for each source the command that shows its whole result as it was stored, and for the
 * first recommended id the one that says where the record comes from. [] when the answer cites nothing that was retrieved.
 * @param kept name of the conversation for `scopebench runs files`; null: nothing is stored, so the call is made again
 */
function evidenceLines({ answers, toolCalls }: AgentTrace, kept: string | null): string[] {
  const { sources, ranked } = parseAnswer(answers.at(-1) ?? "");
  const opened = sources.flatMap(({ label, title, target }) => {
    const call = toolCalls.find(({ resultPath }) => resultPath !== undefined && target.endsWith(`path=${resultPath}`));
    return call ? [`${label}  ${title}, ${countOf(call.rows ?? 0, "row")}`, `    ${commandOf(call, kept)}`] : [];
  });
  const first = ranked[0];
  const why =
    first === undefined ? [] : [`where \`${first}\` comes from`, `    scopebench corpus why ${shellWord(first)}`];
  return (opened.length === 0 ? [] : [...opened, ...why]).map((line) => printable(line, { singleLine: false }));
}

function commandOf({ tool, arguments: given, resultPath }: ToolCallRecord, kept: string | null): string {
  if (kept !== null && resultPath !== undefined) return `scopebench runs files ${kept} ${shellWord(resultPath)}`;
  return `scopebench assistant tool ${tool} ${shellWord(JSON.stringify(given))} --full`;
}
