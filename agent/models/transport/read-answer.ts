import { type JsonObject, objectsOf, parseObject, textOf } from "../../../base/json-object.ts";
import { type ErrorContent, readErrorContent, readErrorText } from "../../../base/providers/error-content.ts";
import { errorStatus } from "../../../base/providers/error-status.ts";
import { ProviderFault } from "../../../base/providers/provider-fault.ts";
import type { ReadAnswer } from "../../../base/providers/retrying-fetch.ts";
import { noteDetails } from "./answer-details.ts";
import type { Dialect } from "./dialect.ts";
import { answerOfError } from "./plain-answer.ts";
import { readEvents } from "./read-events.ts";

export interface ReadOptions {
  dialect: Dialect;
  /** Called at each sign of life of a stream. */
  onEvent: () => void;
  /** Called with an answer as it came, before it is put right. */
  onAnswer: (body: JsonObject) => void;
}

/**
 * Reads a provider's answer to its end, streamed or not, and hands it on as one JSON body by the protocol's book. A 200
 * that tells an error has the error's status, and an error has the same form whatever form it came in.
 * @throws ProviderFault for anything but an answer
 */
export async function readAnswer(answer: Response, options: ReadOptions): Promise<ReadAnswer> {
  if (!answer.ok)
    return handOnError(answer, { error: readErrorText(await answer.text()), status: answer.status }, options);
  const came = await readBody(answer, options);
  const body = options.dialect.failure(came) ?? came;
  const status = errorStatus(body);
  if (status !== null) return handOnError(answer, { error: readErrorContent(body), status }, options);
  options.onAnswer(body);
  return handOn(answer, body, options.dialect);
}

function handOn(answer: Response, body: JsonObject, dialect: Dialect): ReadAnswer {
  const normal = dialect.normalize(body);
  noteDetails({ ...dialect.details(body), requestId: requestIdOf(answer.headers) });
  return respond(answer, normal, 200);
}

/** An error that is an answer is handed on as one. */
function handOnError(
  answer: Response,
  { error, status }: { error: ErrorContent; status: number },
  { dialect }: ReadOptions,
): ReadAnswer {
  const instead = answerOfError(error, status);
  if (instead) return handOn(answer, dialect.make(instead), dialect);
  const { members, message } = error;
  // The clients look for the message in one of two places, and say that there is no body where it is in neither.
  const reported = message === "" ? {} : { ...members, error: { ...members, message }, message };
  return respond(answer, reported, status);
}

async function readBody(answer: Response, { dialect, onEvent }: ReadOptions): Promise<JsonObject> {
  const { text, events } = await readEvents(answer, onEvent);
  if (events.length > 0) return dialect.assemble(events);
  const body = parseObject(text);
  if (body !== null) return body;
  const chunks = chunksIn(text);
  if (chunks.length > 0) return dialect.assemble(chunks.map((chunk) => ({ data: JSON.stringify(chunk) })));
  const isStream = /^text\/event-stream/i.test(answer.headers.get("content-type") ?? "");
  if (isStream) throw new ProviderFault("stream_cut", "the stream ended without an event");
  throw new ProviderFault("unreadable", `expected JSON, found ${JSON.stringify(text.slice(0, 80))}`);
}

/** A stream that came as a list (Google without `alt=sse`) or as a line each. */
function chunksIn(text: string): JsonObject[] {
  const list =
    parseObject(`{"chunks":${text}}`) ??
    parseObject(
      `{"chunks":[${text
        .trim()
        .split(/\s*\n\s*/)
        .join()}]}`,
    );
  return objectsOf(list?.chunks);
}

const REQUEST_IDS = [
  "x-request-id",
  "request-id",
  "x-amzn-requestid",
  "apim-request-id",
  "x-goog-request-id",
  "cf-ray",
] as const;

function requestIdOf(headers: Headers): string | null {
  const id = REQUEST_IDS.map((name) => textOf(headers.get(name))).find((value) => value !== "");
  return id?.slice(0, 100) ?? null;
}

function respond(answer: Response, body: JsonObject, status: number): ReadAnswer {
  const headers = headersOf(answer);
  headers.set("content-type", "application/json");
  return { status, headers, body: Object.keys(body).length === 0 ? "" : JSON.stringify(body) };
}

/** The body is decoded already. */
function headersOf(answer: Response): Headers {
  const headers = new Headers(answer.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return headers;
}
