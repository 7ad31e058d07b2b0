import type { RunnableConfig } from "@langchain/core/runnables";
import { z } from "zod";
import { ServerLost } from "../../base/outages/server-lost.ts";
import { roundMs } from "../../base/stopwatch.ts";
import { untilAborted } from "../../base/until-aborted.ts";
import type { Row } from "../../db/ports/ports.ts";
import type { CallReview } from "../contract/contract.ts";
import type { NewFile } from "../filesystem/rows.ts";
import { type CallRecord, resultPath } from "../turns/call-log.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import { argumentSchema } from "./argument-schema.ts";
import { renderPreview } from "./preview.ts";
import type { ToolDefinition, ToolOutput } from "./tool.ts";
import { type StructuredError, ToolFailure, toStructuredError } from "./tool-failure.ts";

export interface ToolCall {
  name: string;
  /** As the model sent them: checked here. */
  arguments: unknown;
  tool?: ToolDefinition;
  /** Why no tool takes the call: it is recorded with this error. */
  refusal?: ToolFailure;
  /** What a person decided on it. */
  review?: CallReview;
  context: ToolContext;
  config?: RunnableConfig;
}

/**
 * Runs one call as the agent makes it: arguments checked, query run within its limits, result stored in full, call
 * recorded. Failures come back as records of status `error`; what the model sees is `preview`.
 * @throws only the signal's reason, when it is aborted
 */
export async function runCall(call: ToolCall): Promise<CallRecord> {
  const { context, config } = call;
  const signal = config?.signal ? AbortSignal.any([config.signal, context.signal]) : context.signal;
  signal.throwIfAborted();
  const given = storable(call.arguments);
  const startMs = context.elapsedMs();
  const finished = (index: number, { record }: Attempt): CallRecord => ({
    index,
    turn: context.turn(config),
    tool: call.name,
    family: call.tool?.family ?? "unknown",
    arguments: given,
    ...record,
    subAgent: context.subAgent(config),
    startMs,
    durationMs: roundMs(context.elapsedMs() - startMs),
    ...(call.review && { review: call.review }),
  });
  let index = NO_INDEX;
  try {
    // Taken before the first await, so that parallel calls are numbered as the model ordered them.
    index = await context.calls.start();
    const outcome = await untilAborted(attempt({ ...call, arguments: given }, index), signal);
    await context.ownTurn?.();
    const record = finished(index, outcome);
    await context.calls.finish(record, outcome.file);
    return record;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    context.lose?.(new ServerLost("the run's state", messageOf(error), { cause: error }));
    signal.throwIfAborted();
    return finished(index, notStored(error));
  }
}

/** The index of a call that the store could not number. */
const NO_INDEX = -1;

interface Attempt {
  record: Pick<CallRecord, "status" | "error" | "preview" | "resultPath" | "rows" | "truncated">;
  file?: NewFile;
}

async function attempt(call: ToolCall, index: number): Promise<Attempt> {
  const { tool, context } = call;
  try {
    if (index >= context.limits.maxToolCalls) throw outOfCalls(context.limits.maxToolCalls);
    if (!tool || call.refusal)
      throw call.refusal ?? new ToolFailure("unknown_tool", `There is no tool "${call.name}".`);
    const input = parseArguments(tool, call);
    await context.reserve?.();
    const running = tool.run(input, context);
    const output = await (context.cancel ? untilAborted(running, context.cancel) : running);
    return output.type === "rows" ? presentRows(output, { tool, index, context }) : presentView(output);
  } catch (error) {
    if (error instanceof ServerLost) context.lose?.(error);
    return failed(context.cancel?.aborted ? CANCELLED : toStructuredError(error));
  }
}

const CANCELLED: StructuredError = { code: "cancelled", message: "The caller took the call back." };

/** As sent. What is nested too deep to be written down becomes a text, which no tool takes. */
function storable(args: unknown): unknown {
  try {
    JSON.stringify(args);
    return args;
  } catch (error) {
    return `Arguments that cannot be written as JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function outOfCalls(limit: number): ToolFailure {
  return new ToolFailure("call_limit", `All ${limit} tool calls are used up.`, "Answer now with what you have found.");
}

function parseArguments(tool: ToolDefinition, call: ToolCall): unknown {
  if (holdsNul(call.arguments))
    throw new ToolFailure("invalid_arguments", "The arguments hold a NUL character.", "Leave it out.");
  const parsed = argumentSchema(tool, call.context.limits).check.safeParse(call.arguments);
  if (parsed.success) return parsed.data;
  throw new ToolFailure(
    "invalid_arguments",
    z.prettifyError(parsed.error),
    `Call ${tool.name} again with arguments that fit its schema.`,
  );
}

/** No record holds a NUL character, and no store takes one. */
function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return value !== null && typeof value === "object" && Object.values(value).some(holdsNul);
}

function presentView(output: Extract<ToolOutput, { type: "view" }>): Attempt {
  return { record: { status: "success", preview: JSON.stringify(output.value), truncated: output.truncated } };
}

function presentRows(
  output: Extract<ToolOutput, { type: "rows" }>,
  { tool, index, context }: { tool: ToolDefinition; index: number; context: ToolContext },
): Attempt {
  checkShape(tool, output.rows);
  const path = resultPath(index, tool.name);
  const total = output.total ?? output.rows.length;
  const facts = { ...output.echoes, ...output.facts };
  const preview = renderPreview({
    path,
    rows: output.rows,
    total,
    cut: output.truncated,
    facts,
    limits: context.limits,
  });
  const head = { tool: tool.name, total, truncated: output.truncated, ...output.facts };
  return {
    record: {
      status: "success",
      preview: preview.text,
      resultPath: path,
      rows: output.rows.length,
      truncated: preview.truncated,
    },
    file: { path, content: resultText(head, output.rows) },
  };
}

/** What a tool hands on must be what it promises; a back end that answers otherwise is an error, not evidence. */
function checkShape(tool: ToolDefinition, rows: readonly Row[]): void {
  if (!tool.row) return;
  for (const [index, row] of rows.entries()) {
    const checked = tool.row.safeParse(row);
    if (!checked.success)
      throw new ToolFailure(
        "result_shape",
        `Row ${index} of the result is not as it should be: ${z.prettifyError(checked.error)}`,
      );
  }
}

/** Valid JSON with one row a line, so that it can be searched and paged by lines. */
function resultText(head: Record<string, unknown>, rows: readonly Row[]): string {
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  return `${JSON.stringify(head).slice(0, -1)},"rows":[\n${lines}\n]}\n`;
}

function failed(error: StructuredError): Attempt {
  return { record: { status: "error", error, preview: JSON.stringify({ error }), truncated: false } };
}

/** The model gets no result that could not be stored: what is not recorded did not happen. */
function notStored(error: unknown): Attempt {
  return failed({ code: "storage_failed", message: `The result could not be stored: ${messageOf(error)}` });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
