import { AsyncLocalStorage } from "node:async_hooks";
import { AIMessage, type UsageMetadata } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { textOf } from "../../../base/json-object.ts";
import type { Wait } from "../../../base/providers/retrying-fetch.ts";
import { takeThoughts } from "./thoughts-in-text.ts";

/** What an answer says that a provider's client gives on wrongly or not at all. */
export interface AnswerDetails {
  /** Null where the provider does not say, or says what cannot be. The clients take 0 for absent, or absent for 0. */
  usage: UsageMetadata | null;
  /** What of the answer is neither text, reasoning nor a call of ours, by kind and name: `item:web_search_call`. */
  extras: readonly string[];
  /** By which the provider finds the request again; null where it gives none. */
  requestId: string | null;
  /** All reasoning, where the client reads a part of it; absent = as the client reads it. */
  reasoning?: string;
}

interface Slot {
  details: AnswerDetails | null;
  waits: Wait[];
}

/** A client hands on no more than it knows: what it does not know goes round it, from the transport to the message. */
const SCOPE = new AsyncLocalStorage<Slot>();

/** To be called by the transport with what the answer reported. */
export function noteDetails(details: AnswerDetails): void {
  const slot = SCOPE.getStore();
  if (slot) slot.details = details;
}

/** To be called by the transport with each wait of a request. */
export function noteWait(wait: Wait): void {
  SCOPE.getStore()?.waits.push(wait);
}

/** Runs a client's request, and puts what the answer reported, and how long it was waited for, into its message or error. */
export async function withDetails(generate: () => Promise<ChatResult>): Promise<ChatResult> {
  const slot: Slot = { details: null, waits: [] };
  const result = await SCOPE.run(slot, generate).catch((error: unknown) => {
    if (error instanceof Error) dropHelpAddress(error);
    if (slot.waits.length > 0 && error instanceof Error) Object.assign(error, { waits: slot.waits });
    throw error;
  });
  const { details, waits } = slot;
  if (details === null) throw new Error("the client's answer did not come over the transport");
  const generations = result.generations.map((generation) => ({
    ...generation,
    message: AIMessage.isInstance(generation.message)
      ? completed(generation.message, { ...details, waits })
      : generation.message,
  }));
  return { ...result, generations };
}

/** The client adds an address of its own documentation, which knows nothing of this project. Causes keep their own words. */
function dropHelpAddress(error: Error): void {
  if (error.message.includes(HELP)) error.message = error.message.slice(0, error.message.indexOf(HELP)).trimEnd();
}

const HELP = "Troubleshooting URL: ";

/** A new message: what is set on one later does not reach the checkpoints. */
function completed(
  message: AIMessage,
  { usage, extras, requestId, reasoning, waits }: AnswerDetails & Pick<Slot, "waits">,
): AIMessage {
  const { id, name, tool_calls, invalid_tool_calls, additional_kwargs, response_metadata } = message;
  const { content, thoughts } = takeThoughts(message.content);
  const reasoned = (reasoning || textOf(additional_kwargs.reasoning_content)) + thoughts;
  return new AIMessage({
    content,
    id,
    name,
    tool_calls,
    invalid_tool_calls,
    usage_metadata: usage ?? undefined,
    additional_kwargs: { ...additional_kwargs, ...(reasoned !== "" && { reasoning_content: reasoned }) },
    response_metadata: {
      ...response_metadata,
      ...(extras.length > 0 && { extras: [...extras] }),
      ...(requestId !== null && { request_id: requestId }),
      ...(waits.length > 0 && { waits }),
    },
  });
}
