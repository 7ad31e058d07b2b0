import { isObject, type JsonObject, objectsOf, textOf } from "../json-object.ts";
import { isAmazonException, readErrorContent } from "./error-content.ts";

/** Of an error that names no status: something behind a gateway failed. */
const UNKNOWN_STATUS = 502;

/** Members of which an answer of any of our protocols has one. */
const ANSWER_MEMBERS = ["choices", "content", "candidates", "promptFeedback", "output", "output_text", "data"] as const;
const ERROR_MEMBERS = new Set(["message", "detail", "errors", "msg", "error_message", "title"]);

/**
 * The HTTP status that a 200 should have had; null when its body is no error. Gateways answer 200 with nothing but an
 * error, in any of an error's forms; streams end in one; a response can be `failed`.
 */
export function errorStatus(body: JsonObject): number | null {
  const failed = body.status === "failed";
  if (!failed && !isMarked(body) && !isNothingElse(body)) return null;
  if (!failed && hasAnswer(body)) return null;
  return readErrorContent(body).status ?? UNKNOWN_STATUS;
}

/** MiniMax marks each answer with `base_resp`, whose 0 is success. */
function isMarked({ error, type, object, base_resp }: JsonObject): boolean {
  const code = isObject(base_resp) ? base_resp.status_code : 0;
  return Boolean(error && !isEmptyObject(error)) || type === "error" || object === "error" || Number(code) !== 0;
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((member) => member === null);
}

function isNothingElse(body: JsonObject): boolean {
  if (ANSWER_MEMBERS.some((name) => name in body)) return false;
  return Object.entries(body).some(([name, value]) => isAmazonException(name, value) || saysSomething(name, value));
}

function saysSomething(name: string, value: unknown): boolean {
  return ERROR_MEMBERS.has(name) && (textOf(value) !== "" || objectsOf(value).length > 0);
}

function hasAnswer({ choices, content, candidates, output }: JsonObject): boolean {
  return [choices, content, candidates, output].some((part) => objectsOf(part).length > 0);
}
