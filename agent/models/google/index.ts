import type { UsageMetadata } from "@langchain/core/messages";
import { isObject, type JsonObject, objectsOf, textOf } from "../../../base/json-object.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import { readArguments } from "../transport/arguments.ts";
import type { Dialect, PlainAnswer } from "../transport/dialect.ts";
import { distinct, extra, names, unknownMembers } from "../transport/extras.ts";
import { refuseScalar } from "../transport/refuse-scalar.ts";
import { countOf, usageOf } from "../transport/token-counts.ts";
import { partsOf } from "./parts.ts";
import { assembleCandidate } from "./stream.ts";

/** Google's `:generateContent`. Its streams have a method of their own. */
export const googleGenerate: Dialect = {
  streamed: ({ url, body }) => ({ url: url.replace(/:generateContent$/, ":streamGenerateContent?alt=sse"), body }),
  assemble: assembleCandidate,
  failure: () => null,
  normalize: completeCandidate,
  details: (body) => ({ usage: generateUsage(body), extras: generateExtras(body) }),
  make: ({ text, calls, finish }) => ({ candidates: [candidateOf({ text, calls, finish })] }),
};

const BODY = names("candidates promptFeedback usageMetadata modelVersion responseId createTime error");
const CANDIDATE = names("index content finishReason tokenCount");
const PART_MEMBERS = names("text thought thoughtSignature functionCall");

/**
 * Deviations: a prompt that was blocked has no candidate, or one beside the block: here it is one that was blocked, with
 * nothing in it. Parts that are neither text nor a call of ours are not handed on: the server's own tools, pictures, what is new.
 */
function completeCandidate(body: JsonObject): JsonObject {
  const { promptFeedback, ...rest } = body;
  const [reported] = candidatesOf(body);
  const isBlocked = blockReason(promptFeedback) !== null && reported?.finishReason === undefined;
  const first = isBlocked ? { ...reported, finishReason: "content_filter" } : reported;
  if (!first) throw new ProviderFault("no_answer", "the answer holds no candidate");
  refuseScalar(first.content);
  const wasCut = first.finishReason === "MAX_TOKENS";
  const parts = partsOf(first)
    .filter(isRead)
    .map((part) => completePart(part, wasCut));
  return { ...rest, candidates: [{ ...first, content: { role: "model", parts } }] };
}

function blockReason(feedback: unknown): string | null {
  return (isObject(feedback) && textOf(feedback.blockReason)) || null;
}

function candidatesOf({ candidates }: JsonObject): JsonObject[] {
  return objectsOf(candidates).sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0));
}

function isRead(part: JsonObject): boolean {
  return (
    typeof part.text === "string" ||
    isObject(part.functionCall) ||
    Object.keys(part).every((name) => PART_MEMBERS.has(name))
  );
}

function completePart(part: JsonObject, wasCut: boolean): JsonObject {
  const { functionCall: call } = part;
  if (!isObject(call)) return part;
  const args = readArguments(call.args, { wasCut: wasCut && call.args !== undefined });
  return { ...part, functionCall: { ...call, name: textOf(call.name), args } };
}

/** Counts of 0 are left out, as in all JSON of protocol buffers; those of a cache and of thinking, where there is none, too. */
function generateUsage({ usageMetadata }: JsonObject): UsageMetadata | null {
  const reported = isObject(usageMetadata) ? usageMetadata : {};
  const prompt = countOf(reported.promptTokenCount);
  const reasoning = countOf(reported.thoughtsTokenCount);
  return usageOf({
    input: prompt === null ? null : prompt + (countOf(reported.toolUsePromptTokenCount) ?? 0),
    output: (countOf(reported.candidatesTokenCount, reported.responseTokenCount) ?? 0) + (reasoning ?? 0),
    total: countOf(reported.totalTokenCount),
    cached: countOf(reported.cachedContentTokenCount),
    reasoning,
  });
}

function generateExtras(body: JsonObject): string[] {
  const candidates = candidatesOf(body);
  const [first = {}] = candidates;
  const reason = blockReason(body.promptFeedback);
  return distinct([
    ...(reason === null ? [] : [extra("block", reason)]),
    ...(candidates.length > 1 ? [extra("choices", "more_than_one")] : []),
    ...partsOf(first).flatMap((part) => unknownMembers("part", part, PART_MEMBERS)),
    ...unknownMembers("candidate", first, CANDIDATE),
    ...unknownMembers("body", body, BODY),
  ]);
}

function candidateOf({ text, calls, finish }: PlainAnswer): JsonObject {
  const uses = calls.map(({ name, arguments: args }) => ({ functionCall: { name, args } }));
  const parts = [...(text === "" ? [] : [{ text }]), ...uses];
  return { index: 0, content: { role: "model", parts }, finishReason: finish };
}
