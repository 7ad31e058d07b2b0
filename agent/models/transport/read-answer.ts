import { type JsonObject, parseObject } from "../../../db/base/json-object.ts";
import { ProviderFault } from "../../../db/base/provider/provider-fault.ts";
import type { Dialect } from "./dialect.ts";
import { errorStatus } from "./error-status.ts";
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
 * that tells an error has the error's status.
 * @throws ProviderFault for what is no answer
 */
export async function readAnswer(answer: Response, options: ReadOptions): Promise<Response> {
  if (!answer.ok) return readError(answer, options.dialect);
  const body = await readBody(answer, options);
  const status = errorStatus(body);
  if (status !== null) return respond(answer, body, status);
  options.onAnswer(body);
  return respond(answer, options.dialect.normalize(body), 200);
}

async function readError(answer: Response, dialect: Dialect): Promise<Response> {
  const text = await answer.text();
  const body = parseObject(text);
  const recovered = body && dialect.recover?.(answer.status, body);
  if (recovered) return respond(answer, dialect.normalize(recovered), 200);
  return new Response(text, { status: answer.status, statusText: answer.statusText, headers: headersOf(answer) });
}

async function readBody(answer: Response, { dialect, onEvent }: ReadOptions): Promise<JsonObject> {
  if (answer.body && /^text\/event-stream/i.test(answer.headers.get("content-type") ?? ""))
    return dialect.assemble(await readEvents(answer.body, onEvent));
  const text = await answer.text();
  const body = parseObject(text);
  if (body === null) throw new ProviderFault("unreadable", `expected JSON, found ${JSON.stringify(text.slice(0, 80))}`);
  return body;
}

function respond(answer: Response, body: JsonObject, status: number): Response {
  const headers = headersOf(answer);
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(body), { status, headers });
}

/** The body is decoded already. */
function headersOf(answer: Response): Headers {
  const headers = new Headers(answer.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return headers;
}
