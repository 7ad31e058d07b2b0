import { isObject, type JsonObject, objectsOf } from "../../../db/base/json-object.ts";

/** HTTP statuses of errors that are told by name. Sources: the error tables of Anthropic, Google and OpenAI. */
const STATUS_BY_NAME: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  invalid_prompt: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  resource_exhausted: 429,
  api_error: 500,
  server_error: 500,
  unavailable: 503,
  timeout_error: 504,
  overloaded_error: 529,
};
/** Of an error that names nothing known: something behind a gateway failed. */
const UNKNOWN_STATUS = 502;

/**
 * The HTTP status that a 200 should have had; null when its body is no error. Gateways answer 200 with nothing but an
 * error, streams end in one, and a response can be `failed`.
 */
export function errorStatus(body: JsonObject): number | null {
  const error = body.error ?? (body.type === "error" ? body : undefined);
  if (!error || (hasAnswer(body) && body.status !== "failed")) return null;
  return statusOf(error);
}

function hasAnswer({ choices, content, candidates, output }: JsonObject): boolean {
  return [choices, content, candidates, output].some((part) => objectsOf(part).length > 0);
}

function statusOf(error: unknown): number {
  if (!isObject(error)) return UNKNOWN_STATUS;
  const code = Number(error.code);
  if (code >= 400 && code < 600) return code;
  const names = [error.code, error.type, error.status].map((name) => String(name).toLowerCase());
  return names.map((name) => STATUS_BY_NAME[name]).find((status) => status !== undefined) ?? UNKNOWN_STATUS;
}
