import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { ChatGoogle } from "@langchain/google";
import { isObject, textOf } from "../../../base/json-object.ts";
import { readKey } from "../credentials.ts";
import { googleGenerate } from "../google/index.ts";
import { withDetails } from "../transport/answer-details.ts";
import { type ModelOptions, transportOf } from "./model-options.ts";

const DEFAULT_ENDPOINT = "https://generativelanguage.googleapis.com";

/** Google's Gemini API, with a key. */
export function makeGoogleModel(options: ModelOptions): ChatGoogle {
  const { model, seed } = options;
  const send = transportOf(options, googleGenerate);
  const apiKey = readKey(model, options.environment);
  return new GeminiModel({
    model: model.model,
    apiKey,
    platformType: "gai",
    // The client adds the version itself, to whatever it is given.
    endpoint: (model.baseUrl ?? DEFAULT_ENDPOINT).replace(/\/v1(beta)?\/?$/, ""),
    temperature: model.temperature,
    ...(model.maxOutputTokens !== undefined && { maxOutputTokens: model.maxOutputTokens }),
    seed,
    streaming: false,
    disableStreaming: true,
    maxRetries: 0,
    apiClient: {
      hasApiKey: () => true,
      getProjectId: () => Promise.reject(new Error("a key has no project")),
      fetch: (request: Request) => {
        request.headers.set("x-goog-api-key", apiKey);
        // Held until the end: the signal of a `Request` that was collected is never aborted.
        return send(request).finally(() => request);
      },
    },
  });
}

/** Closes gaps of the client: thoughts are in a message's text, the served model is not in its metadata, errors have no `status`. */
class GeminiModel extends ChatGoogle {
  override async _generate(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: Parameters<ChatGoogle["_generate"]>[2],
  ): Promise<ChatResult> {
    const result = await withDetails(() => super._generate(messages, options, runManager)).catch(rethrowWithStatus);
    const served = result.llmOutput?.model as string | undefined;
    const generations = result.generations.map((generation) => {
      const message = withoutThoughts(generation.message as AIMessage, served);
      return { ...generation, message, text: message.text };
    });
    return { ...result, generations };
  }
}

function rethrowWithStatus(error: unknown): never {
  const { statusCode } = error as { statusCode?: unknown };
  if (error instanceof Error && typeof statusCode === "number") Object.assign(error, { status: statusCode });
  throw error;
}

/**
 * The client leaves thought summaries among a message's text, where they would be part of the answer. Here they are
 * reasoning. They need not go back: signatures do, and those are on other parts.
 */
function withoutThoughts(message: AIMessage, servedModel: string | undefined): AIMessage {
  const blocks = Array.isArray(message.content) ? message.content : [];
  const thoughts = blocks.filter(isThought);
  const rest = blocks.filter((block) => !isThought(block));
  const { originalTextContentBlock: sent, ...kwargs } = message.additional_kwargs;
  const isWhole = isObject(sent) && sent.text === message.content; // The client reads and returns it in place of the content.
  return new AIMessage({
    ...message.lc_kwargs,
    content: typeof message.content === "string" ? message.content : rest,
    additional_kwargs: {
      ...kwargs,
      ...(isWhole && { originalTextContentBlock: sent }),
      ...(thoughts.length > 0 && {
        reasoning_content: thoughts.map((block) => textOf((block as { text?: unknown }).text)).join(""),
      }),
    },
    response_metadata: { ...message.response_metadata, ...(servedModel !== undefined && { model_name: servedModel }) },
    usage_metadata: message.usage_metadata,
  });
}

function isThought(block: unknown): boolean {
  return isObject(block) && block.thought === true && block.type === "text";
}
