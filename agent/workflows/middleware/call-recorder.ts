import { ToolMessage } from "@langchain/core/messages";
import { Command, isCommand, isGraphBubbleUp } from "@langchain/langgraph";
import { createMiddleware } from "langchain";
import { roundMs } from "../../../base/stopwatch.ts";
import type { ToolCallRecord } from "../../contract/contract.ts";
import { isCutOff } from "../../models/model-answer.ts";
import { UNPARSED_ARGUMENTS } from "../../models/unparsed-arguments.ts";
import { runCall } from "../../tools/call-tool.ts";
import { callTool, TOOLS } from "../../tools/registry.ts";
import { ToolFailure } from "../../tools/tool-failure.ts";
import type { CallRecord } from "../../turns/call-log.ts";
import { makeEqualCalls } from "../../turns/equal-calls.ts";
import { endLoop, type ToolContext } from "../../turns/tool-context.ts";
import { SKILLS_MOUNT } from "../agent-backend.ts";
import { reviewOf } from "./call-review.ts";

interface Call {
  id?: string;
  name: string;
  args: Record<string, unknown>;
}

/**
 * No call goes unrecorded. The study's tools record themselves; this records the rest: reading files and skills,
 * delegation, names that no tool has, arguments that were not JSON. Each record is its ToolMessage's `artifact`.
 */
export function makeCallRecorder(context: ToolContext) {
  const countEqual = makeEqualCalls(context.limits);
  return createMiddleware({
    name: "callRecorder",
    wrapToolCall: async (request, handler) => {
      const call: Call = request.toolCall;
      endLoop(context, () => countEqual(context.turn(), call));
      const unparsed = call.args[UNPARSED_ARGUMENTS];
      const review = reviewOf(request.state.messages, call.id);
      // Models number their calls as they like: another message's call may have had the same id.
      if (call.id && review) context.reviews?.set(call.id, review);
      else if (call.id) context.reviews?.delete(call.id);
      if (review?.decision === "reject") return toMessage(await rejectCall(call, review.message, context), call);
      if (unparsed !== undefined && isCutOff(request.state.messages.at(-1)))
        return toMessage(await cutCall(call, unparsed, context), call);
      if (unparsed !== undefined || request.tool === undefined)
        return toMessage(await callTool(call.name, unparsed ?? call.args, context), call);
      if (call.name in TOOLS) return handler(request);
      return recordForeign(call, context, () => handler(request));
    },
  });
}

/** A call that a person refused is recorded as one that no tool takes, and the agent told why. */
export function rejectCall({ id, name, args }: Call, message = "", context: ToolContext): Promise<CallRecord> {
  const why = `The user does not want this call to be made${message === "" ? "." : `: ${message}`}`;
  const refusal = new ToolFailure("rejected", why, "Take this up: go another way, or answer with what you have.");
  return runCall({ name, arguments: args, refusal, review: id ? context.reviews?.get(id) : undefined, context });
}

/** A call that is not made any more, recorded as that, and the result that its agent reads. */
export async function refuseCall(call: Call, refusal: ToolFailure, context: ToolContext): Promise<ToolMessage> {
  return toMessage(await runCall({ name: call.name, arguments: call.args, refusal, context }), call);
}

/** Its arguments end where the model's output did. */
function cutCall({ name }: Call, args: unknown, context: ToolContext): Promise<CallRecord> {
  const refusal = new ToolFailure(
    "invalid_arguments",
    "The call was cut off at the model's output limit, so that its arguments are incomplete.",
    "Make a call with shorter arguments.",
  );
  return runCall({ name, arguments: args, refusal, context });
}

type ToolResult = ToolMessage | Command;

/** Runs a tool that is not the study's own and records it. A failure is answered, unless the turn itself was ended. */
async function recordForeign(
  call: Call,
  context: ToolContext,
  run: () => ToolResult | Promise<ToolResult>,
): Promise<ToolResult> {
  const startMs = context.elapsedMs();
  const index = await context.calls.start();
  const finish = async (outcome: Pick<CallRecord, "status" | "preview" | "error">): Promise<CallRecord> => {
    const times = { startMs, durationMs: roundMs(context.elapsedMs() - startMs) };
    const review = call.id ? context.reviews?.get(call.id) : undefined;
    const record: CallRecord = { ...describe(call, context), ...outcome, index, truncated: false, ...times, review };
    await context.calls.finish(record);
    return record;
  };
  try {
    // Delegation retrieves nothing itself, and may be gone through again after a pause.
    if (call.name !== "task") await context.reserve?.();
    const result = await run();
    const message = messageOf(result);
    const failed = message?.status === "error" || /^Error:/.test(message?.text ?? "");
    const text = message?.text ?? "";
    const record = await finish(
      failed
        ? { status: "error", preview: text, error: { code: "failed", message: text } }
        : { status: "success", preview: text },
    );
    return withArtifact(result, record);
  } catch (error) {
    // A pause inside of it (Safe Mode in an executor) is no failure: it is called again when that is decided.
    if (context.signal.aborted || isGraphBubbleUp(error)) throw error;
    const failure = { code: "failed", message: firstLine(error) };
    return toMessage(
      await finish({ status: "error", error: failure, preview: JSON.stringify({ error: failure }) }),
      call,
    );
  }
}

function describe(
  call: Call,
  context: ToolContext,
): Pick<CallRecord, "turn" | "tool" | "family" | "arguments" | "subAgent"> {
  return {
    turn: context.turn(),
    tool: call.name,
    family: familyOf(call),
    arguments: call.args,
    subAgent: context.subAgent(),
  };
}

function familyOf(call: Call): ToolCallRecord["family"] {
  if (call.name === "task") return "delegation";
  return String(call.args.file_path ?? "").startsWith(SKILLS_MOUNT) ? "skill" : "filesystem";
}

function messageOf(result: ToolResult): ToolMessage | undefined {
  if (!isCommand(result)) return result as ToolMessage;
  const messages: unknown = (result.update as { messages?: unknown } | undefined)?.messages;
  return Array.isArray(messages) ? messages.find((message) => ToolMessage.isInstance(message)) : undefined;
}

/** A new message: what is set on one after its construction does not reach the checkpoints. */
function withArtifact(result: ToolResult, record: CallRecord): ToolResult {
  const message = messageOf(result);
  if (!message) return result;
  const recorded = new ToolMessage({
    ...message.lc_kwargs,
    content: message.content,
    tool_call_id: message.tool_call_id,
    artifact: record,
  });
  if (!isCommand(result)) return recorded;
  const update = result.update as { messages: unknown[] };
  return new Command({
    update: { ...update, messages: update.messages.map((entry) => (entry === message ? recorded : entry)) },
  });
}

function toMessage(record: CallRecord, call: Call): ToolMessage {
  return new ToolMessage({
    name: call.name,
    content: record.preview,
    artifact: record,
    status: record.status,
    tool_call_id: call.id ?? "",
  });
}

/** Stack traces hold paths of this machine: the model gets the first line. */
function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
