import type { BaseChatModel, BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import type { AIMessage, BaseMessageLike } from "@langchain/core/messages";
import type { z } from "zod";
import type { ModelConfig, TokenUsage } from "../../../../agent/contract/contract.ts";
import { readModelAnswer } from "../../../../agent/models/model-answer.ts";
import { estimateTokens } from "../../../../agent/models/tokens.ts";
import { UNPARSED_ARGUMENTS } from "../../../../agent/models/unparsed-arguments.ts";
import { addUsage, NO_USAGE } from "../../../../agent/models/usage.ts";
import { jsonOrUndefined, repeatedName } from "../../../../base/json-object.ts";
import { parsePlainly, problemsOf } from "../../../../base/plain-issues.ts";
import { asJudgeFault, JudgeFault } from "./faults.ts";
import { jsonSchemaOf } from "./form.ts";

export interface FormRequest<T> {
  /** Name of the form that the model fills in. */
  form: string;
  schema: z.ZodType<T>;
  system: string;
  user: string;
  /** Shown with it; `tokens` is an estimate. */
  picture?: { mediaType: string; base64: string; tokens: number };
  /** What a form that fits the schema may still get wrong; null when nothing. */
  check?: (value: T) => JudgeFault | null;
}

export interface FormRequestOptions {
  environment: Readonly<Record<string, string | undefined>>;
  seed: number;
  signal: AbortSignal;
}

export interface Answer<T> {
  value: T;
  /** Model id as served; the configured one where the provider does not say. */
  servedModel: string;
  tokens: TokenUsage;
}

/**
 * One question to one model in a fresh context, answered through a form constrained by JSON Schema. Waiting and
 * repeating after 429, 5xx and connection faults is done below, by the model's `maxRetries`.
 * @throws JudgeFault for everything that is not a valid form; the signal's reason when aborted.
 */
export async function ask<T>(
  model: ModelConfig,
  question: FormRequest<T>,
  options: FormRequestOptions,
): Promise<Answer<T>> {
  const client = await clientOf(model, options);
  const message = await askThrough(withFormTool(client, question), question, options).catch((fault: JudgeFault) => {
    // Some servers know no forced tools. The prompt holds the schema, and the answer is checked all the same.
    if (fault.code !== "rejected" || !/tool|function|strict|schema/i.test(fault.message)) throw fault;
    return askThrough(client, question, options);
  });
  const tokens = tokensOf(message, question);
  const servedModel = readModelAnswer(message).servedModel ?? model.model;
  try {
    const value = readForm(message, question.schema);
    const fault = question.check?.(value) ?? null;
    if (fault !== null) throw fault;
    return { value, servedModel, tokens };
  } catch (error) {
    if (error instanceof JudgeFault) error.tokens = tokens;
    throw error;
  }
}

/** As the provider counts, or estimated where it does not say. */
function tokensOf(message: AIMessage, question: Sent): TokenUsage {
  const usage = addUsage(NO_USAGE, message);
  // Where the provider says nothing the client says 0, and no prompt has 0 tokens.
  if (usage.input > 0) return usage;
  return {
    input: sentTokens(question),
    output: estimateTokens(message.text + JSON.stringify(message.tool_calls ?? [])),
    estimated: true,
  };
}

function sentTokens({ system, user, picture }: Sent): number {
  return estimateTokens(system) + estimateTokens(user) + (picture?.tokens ?? 0);
}

type Client = Pick<BaseChatModel, "invoke">;

/** What of a question is sent. */
type Sent = Pick<FormRequest<unknown>, "form" | "schema" | "system" | "user" | "picture">;

async function askThrough(client: Client, question: Sent, { signal }: FormRequestOptions): Promise<AIMessage> {
  try {
    return (await client.invoke(messagesOf(question), { signal })) as AIMessage;
  } catch (error) {
    signal.throwIfAborted();
    const fault = asJudgeFault(error);
    // The server had the question, and may have answered into nothing.
    if (fault.code === "timeout") fault.tokens = { input: sentTokens(question), output: 0, estimated: true };
    throw fault;
  }
}

/** A client that must answer through one tool, whose parameters are the form. Both providers take it, and so do most compatible servers. */
function withFormTool(client: BaseChatModel, { form: name, schema }: Sent): Client {
  const parameters = jsonSchemaOf(schema);
  const tool = { type: "function", function: { name, description: "Give your judgement.", parameters, strict: true } };
  const callOptions: { tool_choice: string } & Partial<BaseChatModelCallOptions> = { tool_choice: name };
  return client.bindTools?.([tool], callOptions) as Client;
}

/** Longest time of one question to one provider, waits included: the study's cutoff of a turn. The next provider is asked then. */
const DEADLINE_MS = 1_200_000;

/** LangChain takes seconds to load: only when a language model judges. */
async function clientOf(model: ModelConfig, { environment, seed }: FormRequestOptions): Promise<BaseChatModel> {
  const { makeModel } = await import("../../../../agent/make-model.ts");
  const endsAt = performance.now() + DEADLINE_MS;
  const remainingMs = () => endsAt - performance.now();
  return makeModel({ model, seed, environment, remainingMs, deadlineMs: DEADLINE_MS });
}

function messagesOf({ form, schema, system, user, picture }: Sent): BaseMessageLike[] {
  const shown = picture && {
    type: "image_url",
    image_url: { url: `data:${picture.mediaType};base64,${picture.base64}` },
  };
  const schemaText = JSON.stringify(jsonSchemaOf(schema));
  return [
    ["system", `${system}\n\nAnswer with \`${form}\` only: one JSON object by this JSON Schema.\n${schemaText}`],
    ["human", shown ? [{ type: "text", text: user }, shown] : user],
  ];
}

/** The filled-in form: from the tool call, or from the text, where a fence around the JSON is taken off. Nothing else is mended. */
export function readForm<T>(message: AIMessage, schema: z.ZodType<T>): T {
  const parsed = parsePlainly(schema, rawForm(message));
  if (parsed.success) return parsed.data;
  throw new JudgeFault("schema", problemsOf(parsed.error).join("; "));
}

function rawForm(message: AIMessage): unknown {
  const calls = message.tool_calls ?? [];
  if (calls.length > 1) throw new JudgeFault("schema", `expected one form, found ${calls.length}`);
  const unparsed = calls[0]?.args[UNPARSED_ARGUMENTS];
  if (calls[0] !== undefined && unparsed === undefined) return calls[0].args;
  const { finish } = readModelAnswer(message);
  if (finish === "refusal" || finish === "content_filter")
    throw new JudgeFault("refusal", message.text || `ended with ${finish}`);
  if (finish === "length") throw new JudgeFault("cut_off", "the answer reached its token limit");
  return parseJson(typeof unparsed === "string" ? unparsed : (message.invalid_tool_calls?.[0]?.args ?? message.text));
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw new JudgeFault("empty", "an empty answer");
  const fences = [...text.matchAll(/^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n```[ \t]*$/gm)];
  const body = fences.length === 1 ? (fences[0]?.[1] ?? "") : text;
  const value = jsonOrUndefined(body);
  if (value === undefined) throw new JudgeFault("invalid_json", `not JSON: ${body.slice(0, 80)}`);
  const twice = repeatedName(body);
  if (twice !== null) throw new JudgeFault("invalid_json", `"${twice}" is given twice`);
  return value;
}
