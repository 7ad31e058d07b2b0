import type { BaseChatModel, BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import type { AIMessage, BaseMessageLike } from "@langchain/core/messages";
import type { ModelConfig, TokenUsage } from "../../../agent/contract/contract.ts";
import { makeModel } from "../../../agent/make-model.ts";
import { addUsage, NO_USAGE } from "../../../agent/models/usage.ts";
import type { Environment } from "../../../base/environment.ts";
import { lazily } from "../../../base/lazily.ts";
import { makeRateLimiters } from "../../../base/providers/rate-limiters.ts";
import { AskFailed } from "./ask-failed.ts";
import { SEARCH_TOOL } from "./search-tool.ts";
import { tapped, type WireNote } from "./wire-note.ts";

interface AskOptions {
  tools?: readonly object[];
  /** Name of the tool that must be called. */
  demanded?: string;
  temperature?: number;
  seed?: number;
  maxOutputTokens?: number;
  stream?: boolean;
  extraBody?: ModelConfig["extraBody"];
  maxRetries?: number;
}

export interface ProbeAnswer {
  message: AIMessage;
  /** As the provider counts; `estimated` where it does not. */
  usage: TokenUsage;
  duration_ms: number;
  /** What came over the wire at the last attempt, which the client does not hand on. */
  wire: WireNote;
}

/** A model's endpoint under test, asked by the client that a run asks it with. */
export interface Endpoint {
  model: ModelConfig;
  environment: Environment;
  signal: AbortSignal;
  ask(messages: string | BaseMessageLike[], how?: AskOptions): Promise<ProbeAnswer>;
  /** One small question, asked once for all probes that look at its answer. */
  plain(): Promise<ProbeAnswer>;
  /** The same with a tool that is to be called. */
  called(): Promise<ProbeAnswer>;
  /** Everything that was asked so far. */
  spent(): { requests: number; usage: TokenUsage };
}

/** Room for a word, and for a model that thinks before it. */
const MAX_OUTPUT_TOKENS = 512;
/** Of one request, waits included: a server that loads its model first is given the time. */
const DEADLINE_MS = 300_000;

interface EndpointOptions {
  environment: Environment;
  signal: AbortSignal;
}

export function openEndpoint(model: ModelConfig, { environment, signal }: EndpointOptions): Endpoint {
  let requests = 0;
  let usage = NO_USAGE;
  const ask: Endpoint["ask"] = async (messages, how = {}) => {
    signal.throwIfAborted();
    const wire: WireNote = { attempts: 0, status: null, headers: new Headers(), contentType: "", chunks: 0 };
    const startedAt = performance.now();
    try {
      const client = await clientOf(model, { how, environment, wire });
      const message = (await client.invoke(messages as BaseMessageLike[], { signal })) as AIMessage;
      usage = addUsage(usage, message);
      const duration_ms = Math.round(performance.now() - startedAt);
      return { message, usage: addUsage(NO_USAGE, message), duration_ms, wire };
    } catch (error) {
      signal.throwIfAborted();
      throw new AskFailed(error, wire);
    } finally {
      requests += wire.attempts;
    }
  };
  const { name } = SEARCH_TOOL.function;
  const first = lazily<{ plain: Promise<ProbeAnswer>; called: Promise<ProbeAnswer> }>({
    plain: () => ask("Answer with the one word: ready"),
    called: () => ask(`Call the tool ${name} with the query "handover failure".`, { tools: [SEARCH_TOOL] }),
  });
  return {
    ...{ model, environment, signal, ask },
    plain: () => first.plain,
    called: () => first.called,
    spent: () => ({ requests, usage }),
  };
}

type Client = Pick<BaseChatModel, "invoke">;

async function clientOf(
  model: ModelConfig,
  { how, environment, wire }: { how: AskOptions; environment: Environment; wire: WireNote },
): Promise<Client> {
  const { tools, demanded, seed = 1, ...rest } = how;
  const endsAt = performance.now() + DEADLINE_MS;
  const client = await makeModel({
    model: {
      ...{ ...model, maxOutputTokens: MAX_OUTPUT_TOKENS, maxRetries: Math.min(model.maxRetries, 1) },
      ...rest,
      extraBody: { ...model.extraBody, ...how.extraBody },
    },
    ...{ seed, environment, deadlineMs: DEADLINE_MS, thread: null },
    remainingMs: () => endsAt - performance.now(),
    fetch: tapped(wire),
    // Its own: where one question was told to wait an hour, the next is asked all the same, and its refusal is seen.
    limiters: makeRateLimiters(),
  });
  if (!tools) return client;
  const options: { tool_choice?: string } & Partial<BaseChatModelCallOptions> = demanded
    ? { tool_choice: demanded }
    : {};
  return client.bindTools?.([...tools], options) as Client;
}
