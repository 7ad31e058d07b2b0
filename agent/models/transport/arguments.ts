import { isObject, type JsonObject, repeatedName } from "../../../base/json-object.ts";
import { UNPARSED_ARGUMENTS } from "../unparsed-arguments.ts";

/** JSON text in JSON text: some servers encode arguments twice. More often than that is no server's habit. */
const MAX_ENCODINGS = 3;

/**
 * A call's arguments as an object, whatever a server makes of them: an object, JSON text of one, that text encoded again.
 * None are told as nothing, null, "", `{}` or `[]`, each as it is or as text. What is no object, or gives an argument
 * twice, is kept as sent, in an object: the agent answers it with an error. Empty text of an answer that was cut is no arguments that were cut, not none.
 */
export function readArguments(value: unknown, { wasCut = false } = {}): JsonObject {
  const sent = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  if (sent.trim() === "" && wasCut) return { [UNPARSED_ARGUMENTS]: sent };
  const decoded = decode(value);
  if (isObject(decoded)) return decoded;
  return isNothing(decoded) ? {} : { [UNPARSED_ARGUMENTS]: sent };
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function decode(value: unknown, encodings = 0): unknown {
  if (typeof value !== "string" || value.trim() === "" || encodings === MAX_ENCODINGS) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return repeatedName(value) === null ? decode(parsed, encodings + 1) : value;
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}
