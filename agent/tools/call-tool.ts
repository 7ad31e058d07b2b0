import type { RunnableConfig } from "@langchain/core/runnables";
import { z } from "zod";
import type { Row } from "../../db/ports.ts";
import type { NewFile } from "../filesystem/agent-files.ts";
import { type CallRecord, resultPath } from "./call-log.ts";
import { renderPreview } from "./preview.ts";
import type { ToolContext, ToolDefinition, ToolOutput } from "./tool.ts";
import { type StructuredError, ToolFailure, toStructuredError } from "./tool-failure.ts";

/** Everything that one call comes to: what the model sees is `record.preview`. */
export interface CallOutcome {
  record: CallRecord;
}

/**
 * Runs one call as the agent makes it: arguments checked, query run within its limits, result stored in full, call
 * recorded. Failures come back as records of status `error`.
 * @throws only the signal's reason, when it is aborted
 */
export async function runCall(options: {
  tool: ToolDefinition | undefined;
  name: string;
  arguments: unknown;
  context: ToolContext;
  config?: RunnableConfig;
}): Promise<CallOutcome> {
  const { context, config, tool } = options;
  const signal = config?.signal ?? context.signal;
  signal.throwIfAborted();
  // Taken before the first await, so that parallel calls are numbered as the model ordered them.
  const pending = context.calls.start();
  const startedAt = performance.now();
  const index = await pending;
  const base = {
    index,
    turn: context.turn(config),
    tool: options.name,
    family: tool?.family ?? ("artifact" as const),
    arguments: options.arguments,
    subAgent: context.subAgent(config),
  };
  const outcome = await untilAborted(attempt(options, index), signal);
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
  return { record: await store(context, { ...base, ...outcome.record, durationMs }, outcome.file) };
}

type Attempt = {
  record: Omit<CallRecord, "index" | "turn" | "tool" | "family" | "arguments" | "subAgent" | "durationMs">;
  file?: NewFile;
};

async function attempt(options: Parameters<typeof runCall>[0], index: number): Promise<Attempt> {
  const { tool, context } = options;
  try {
    if (index >= context.limits.maxToolCalls)
      throw new ToolFailure(
        "call_limit",
        `All ${context.limits.maxToolCalls} tool calls are used up.`,
        "Answer now with what you have found.",
      );
    if (!tool) throw unknownTool(options.name, context);
    const input = parseArguments(tool, options.arguments, context);
    return present(await tool.run(input, context), { tool: tool.name, index, arguments: options.arguments, context });
  } catch (error) {
    return failed(toStructuredError(error));
  }
}

function unknownTool(name: string, context: ToolContext): ToolFailure {
  return new ToolFailure(
    "unknown_tool",
    `There is no tool "${name}".`,
    `Families in use: ${context.families.join(", ")}.`,
  );
}

function parseArguments(tool: ToolDefinition, value: unknown, context: ToolContext): unknown {
  const parsed = tool.schema(context.limits).safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ToolFailure(
    "invalid_arguments",
    z.prettifyError(parsed.error),
    `Call ${tool.name} again with arguments that fit its schema.`,
  );
}

function present(
  output: ToolOutput,
  call: { tool: string; index: number; arguments: unknown; context: ToolContext },
): Attempt {
  if (output.type === "view")
    return { record: { status: "success", preview: JSON.stringify(output.value), truncated: output.truncated } };
  const path = resultPath(call.index, call.tool);
  const total = output.total ?? output.rows.length;
  const facts = output.facts ?? {};
  const preview = renderPreview({
    path,
    rows: output.rows,
    total,
    cut: output.truncated,
    facts,
    limits: call.context.limits,
  });
  const content = resultText(
    { tool: call.tool, arguments: call.arguments, total, truncated: output.truncated, ...facts },
    output.rows,
  );
  return {
    record: {
      status: "success",
      preview: preview.text,
      resultPath: path,
      rows: output.rows.length,
      truncated: preview.truncated,
    },
    file: { path, content },
  };
}

/** Valid JSON with one row a line, so that it can be searched and paged by lines. */
function resultText(head: Record<string, unknown>, rows: readonly Row[]): string {
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  return `${JSON.stringify(head).slice(0, -1)},"rows":[\n${lines}\n]}\n`;
}

function failed(error: StructuredError): Attempt {
  return { record: { status: "error", error, preview: JSON.stringify({ error }), truncated: false } };
}

async function store(context: ToolContext, record: CallRecord, file: NewFile | undefined): Promise<CallRecord> {
  try {
    await context.calls.finish(record, file);
    return record;
  } catch (error) {
    const failure = {
      code: "storage_failed" as const,
      message: `The result could not be stored: ${(error as Error).message}`,
    };
    const { resultPath: _path, rows: _rows, ...rest } = record;
    return { ...rest, ...failed(failure).record };
  }
}

/** The work's result, or the signal's reason as soon as it is aborted. Work that goes on alone ends by its own timeout. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener("abort", stop);
  }
}
