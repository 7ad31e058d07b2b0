import { type JsonObject, parseObject } from "../../../base/json-object.ts";
import { makeRetryingFetch, type RetryOptions } from "../../../base/providers/retrying-fetch.ts";
import { makeReasoningReturn } from "../openai-chat/reasoning-return.ts";
import type { Dialect } from "./dialect.ts";
import { mergePatch } from "./merge-patch.ts";
import { readAnswer } from "./read-answer.ts";

export interface TransportOptions extends Omit<RetryOptions, "read"> {
  dialect: Dialect;
  /** Ask for a stream. What is handed on is the same either way. */
  stream: boolean;
  /** Merged into the body of every request; null takes a member away. */
  extraBody?: JsonObject;
}

/**
 * The `fetch` that a provider's client is given: puts the request as configured, retries, waits its turn among the
 * provider's other requests, and hands on one JSON answer by the protocol's book, whatever came over the wire.
 */
export function makeTransport(options: TransportOptions): typeof fetch {
  const { dialect, stream, extraBody = {} } = options;
  const reasoning = makeReasoningReturn();
  const retrying = makeRetryingFetch({
    ...options,
    read: (answer, onEvent) => readAnswer(answer, { dialect, onEvent, onAnswer: reasoning.remember }),
  });
  const changesNothing = !stream && Object.keys(extraBody).length === 0;
  return async (input, init) => {
    const { url, text, init: sent } = await readRequest(input, init);
    // A long conversation has megabytes: what nobody changes is not read and written again.
    if (changesNothing && reasoning.isEmpty()) return retrying(url, { ...sent, body: text });
    const body = mergePatch(reasoning.restore(parseObject(text) ?? {}), extraBody);
    const wire = stream ? dialect.streamed({ url, body }) : { url, body };
    return retrying(wire.url, { ...sent, body: JSON.stringify(wire.body) });
  };
}

/** Clients call with a `Request`, or with a URL and options. Content length is counted anew. */
async function readRequest(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<{ url: string; text: string; init: RequestInit }> {
  if (!(input instanceof Request) && typeof init?.body === "string") {
    // A client's usual call. A `Request` would encode the whole conversation, and a second time when it is sent.
    const { body: text, method = "GET", headers, signal } = init;
    return { url: String(input), text, init: { method, headers: withoutLength(headers), signal } };
  }
  const request = new Request(input, { ...init, signal: null });
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  const { url, method, headers } = request;
  return { url, text: await request.text(), init: { method, headers: withoutLength(headers), signal } };
}

function withoutLength(given: RequestInit["headers"]): Headers {
  const headers = new Headers(given);
  headers.delete("content-length");
  return headers;
}
