import { isObject, textOf } from "../../base/json-object.ts";
import { ProviderFault } from "../../base/providers/provider-fault.ts";

/** How providers and servers say that a prompt is too long; none has a status of its own for it. */
const CONTEXT_OVERFLOW = new RegExp(
  [
    "context_length_exceeded", // OpenAI, Azure, DeepSeek
    "maximum context length", // vLLM, OpenRouter
    "exceeds the context window",
    "prompt is too long", // Anthropic
    "exceeds the maximum number of tokens", // Google
    "exceed(s|ed)? the (available )?context", // llama.cpp, Ollama
    "too large for model with", // Mistral
    "request_too_large",
    "maximum prompt length", // xAI
    "exceeded model token limit", // Moonshot
    "longer than the model's context length", // SGLang
    "inputs.{0,40} must (be <=|have less than)", // TGI, Together
    "range of input length should be", // DashScope
    "input is too long", // Bedrock, DashScope
    "too many tokens", // Cohere
    "when context the overflows|greater than the context length", // LM Studio
    "reduce the length of the messages", // Groq, OpenAI
    "input tokens exceed", // OpenAI
  ].join("|"),
  "i",
);

/** Spent credit, whatever status it comes with: OpenAI has 429 for it, Anthropic 400. */
const QUOTA = /insufficient[_ ](quota|balance|credits)|credit balance is too low/i;

/**
 * Why a request to a model failed, from whatever its client threw: `context_overflow`, `provider_quota`, `provider_<status>`, one of
 * `ProviderFault`'s codes behind `provider_`, `provider_unreachable`; null for an error of another kind.
 */
export function modelFailureCode(error: unknown): string | null {
  const causes = causesOf(error);
  const fault = causes.find((cause) => cause instanceof ProviderFault);
  if (fault) return `provider_${fault.code}`;
  const status = causes.map(({ status }) => status).find((value) => typeof value === "number");
  if (isOverflow(causes, status)) return "context_overflow";
  if ((status === 400 || status === 429) && isQuota(causes)) return "provider_quota";
  if (typeof status === "number") return `provider_${status}`;
  return causes.some(({ name }) => /Connection|Timeout|Fetch/i.test(textOf(name))) ? "provider_unreachable" : null;
}

/** Codes of requests that a model's server has looked at: what it did not take, or answered, is the agent's. */
const LOOKED_AT = new Set(["400", "413", "422", "unreadable", "no_answer"].map((end) => `provider_${end}`));

/** Whether a code says that no model looked at the request: not reached, silent, refused at the door, failed. */
export function isProviderOutage(code: string): boolean {
  return code.startsWith("provider_") && !LOOKED_AT.has(code);
}

function isOverflow(causes: readonly Failure[], status: unknown): boolean {
  if (causes.some(({ name }) => name === "ContextOverflowError")) return true;
  const isRequest = status === 400 || status === 413 || status === 422 || status === 500;
  return isRequest && causes.some(({ message }) => CONTEXT_OVERFLOW.test(textOf(message)));
}

function isQuota(causes: readonly Failure[]): boolean {
  return causes.some(({ message, code }) => QUOTA.test(textOf(message)) || QUOTA.test(textOf(code)));
}

type Failure = { name?: unknown; message?: unknown; status?: unknown; cause?: unknown; code?: unknown };

function causesOf(error: unknown): Failure[] {
  const causes: Failure[] = [];
  for (let cause: unknown = error; isFailure(cause) && causes.length < 10; cause = cause.cause) causes.push(cause);
  return causes;
}

function isFailure(value: unknown): value is Failure {
  return value instanceof Error || isObject(value);
}
