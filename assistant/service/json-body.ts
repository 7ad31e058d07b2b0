import type { Exchange } from "../../base/loopback/serve.ts";
import { Refused } from "../protocol/protocol.ts";

/** Deeper than any request that means well, shallower than what a function that calls itself can follow. */
const MOST_LEVELS = 100;

/** More than any request that means well has: each is looked at. */
const MOST_VALUES = 200_000;

/**
 * A request's JSON; undefined where there is none. A page elsewhere can send a form's body without asking, and no JSON:
 * hence the content type.
 * @throws Refused 415 for another type, 400 for invalid JSON, too deep nesting, or holds texts that no database takes
 */
export function readJson({ request, body }: Pick<Exchange, "request" | "body">): unknown {
  if (body.length === 0) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? ""))
    throw new Refused(415, "expected content-type: application/json");
  const value = parseJson(body.toString("utf8"));
  let values = 0;
  for (let level: unknown[] = [value], depth = 0; level.length > 0; depth++) {
    values += level.length;
    if (values > MOST_VALUES) throw new Refused(413, `expected JSON of at most ${MOST_VALUES} values`);
    if (depth > MOST_LEVELS) throw new Refused(400, `expected JSON of at most ${MOST_LEVELS} levels`);
    level = level.flatMap(membersOf);
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused(400, "expected a body of JSON");
  }
}

function membersOf(value: unknown): unknown[] {
  if (typeof value === "string") checkText(value);
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) Object.keys(value).forEach(checkText);
  return Object.values(value);
}

/** @throws Refused 400 for null bytes and halves of characters, which PostgreSQL stores nowhere */
export function checkText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw new Refused(400, "expected texts without null bytes and halves of characters");
}
