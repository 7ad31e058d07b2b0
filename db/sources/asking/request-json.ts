import { consentTo, sending } from "../../../base/consent/consent.ts";
import { jsonOrUndefined } from "../../../base/json-object.ts";
import { readErrorText } from "../../../base/providers/error-content.ts";
import { retryAfterMs } from "../../../base/providers/retry-after.ts";
import { makeRedactor } from "../../../base/providers/secrets/redactor.ts";
import { Caller } from "../caller.ts";
import type { SourceFault } from "../port.ts";

export interface JsonRequest {
  url: string;
  /** As the source's name goes: whose token it is. */
  source: string;
  caller: Caller;
  /** The header that carries the token, made of it. */
  authorization(token: string): Record<string, string>;
  /** Sent as a form, by POST; a GET without it. */
  form?: Readonly<Record<string, string>>;
  /** Sent by POST in place of a form. */
  content?: RequestContent;
  signal?: AbortSignal | undefined;
  fetch: typeof fetch;
}

interface RequestContent {
  type: "text/xml" | "application/json";
  body: string;
  /** How the answer is read: undefined of what is none. Default: as JSON. */
  read?(text: string): unknown;
}

/** An answer with JSON in it, of whatever status; or why there is none that could be used. */
export type JsonAnswer =
  | { type: "answered"; status: number; headers: Headers; json: unknown; message: string }
  | (SourceFault & { status: number | null });

/** Silence after which a request is given up. */
const TIMEOUT_MS = 60_000;
/** Longest message of a server that is kept. */
const MESSAGE_CHARACTERS = 300;

/**
 * One request to a source with its caller's token, without cookies and without following redirects: an answer from elsewhere is not the
 * source's, and a token goes nowhere else. Nothing is tried twice. Rejects only with the reason of the caller's signal.
 */
export async function requestJson(request: JsonRequest): Promise<JsonAnswer> {
  const token = Caller.tokenOf(request.caller, request.source);
  if (token === null)
    return {
      type: "unauthorised",
      status: null,
      message: `no token of ${request.caller.id} for ${request.source} was given`,
    };
  await consentTo(sending(Caller.variableOf(request.caller, request.source), request.url));
  const redactor = makeRedactor([{ name: `token for ${request.source}`, value: token }]);
  try {
    const answer = await request.fetch(request.url, initOf(request, token));
    const text = redactor.body(await answer.text());
    return readAnswer(answer, text, request.content?.read ?? jsonOrUndefined);
  } catch (error) {
    request.signal?.throwIfAborted();
    return { type: "unavailable", status: null, message: redactor.message(causeOf(error)) };
  }
}

function initOf({ authorization, form, content, signal }: JsonRequest, token: string): RequestInit {
  const silence = AbortSignal.timeout(TIMEOUT_MS);
  return {
    method: form || content ? "POST" : "GET",
    headers: {
      ...(content?.type !== "text/xml" && { accept: "application/json" }),
      ...(content && { "content-type": content.type }),
      ...authorization(token),
    },
    ...(form ? { body: new URLSearchParams(form) } : content ? { body: content.body } : {}),
    redirect: "manual",
    signal: signal ? AbortSignal.any([signal, silence]) : silence,
  };
}

function readAnswer({ status, headers }: Response, text: string, read: (text: string) => unknown): JsonAnswer {
  const json = read(text);
  const said = json === undefined ? `HTTP ${status}` : readErrorText(text).message;
  const message = (said || `HTTP ${status}`).slice(0, MESSAGE_CHARACTERS);
  if (status === 401) return { type: "unauthorised", status, message };
  if (status === 429)
    return {
      type: "rate_limited",
      status,
      retryAfterMs: retryAfterMs({ status, headers, body: text }, Date.now()) ?? null,
      message,
    };
  if (status >= 500) return { type: "unavailable", status, message };
  if (status >= 300 && status < 400)
    return { type: "unavailable", status, message: `redirects to ${headers.get("location") ?? "nowhere"}` };
  const isRefusal = status >= 400 && text.trim() === ""; // Its status says it all.
  if (json !== undefined || isRefusal) return { type: "answered", status, headers, json: json ?? null, message };
  return {
    type: "unreadable",
    status,
    message: `expected an answer of the protocol, found ${JSON.stringify(text.slice(0, 80))}`,
  };
}

/** `fetch` says no more than that it failed; its cause says why. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
