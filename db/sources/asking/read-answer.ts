import type { z } from "zod";
import type { SourceFault } from "../port.ts";
import type { JsonAnswer } from "./request-json.ts";

/** The answer's JSON, in the form that it must have; else why there is none: what the adapter does not foresee of 4xx is a query refused. */
export function readJson<T>(answer: JsonAnswer, schema: z.ZodType<T>): { type: "read"; value: T } | SourceFault {
  if (answer.type !== "answered") return faultOf(answer);
  if (answer.status >= 400) return { type: "refused", message: answer.message };
  const read = schema.safeParse(answer.json);
  if (read.success) return { type: "read", value: read.data };
  const [issue] = read.error.issues;
  return { type: "unreadable", message: `${issue?.path.join(".")}: ${issue?.message}` };
}

export function faultOf(answer: Exclude<JsonAnswer, { type: "answered" }>): SourceFault {
  return answer.type === "rate_limited"
    ? { type: answer.type, retryAfterMs: answer.retryAfterMs, message: answer.message }
    : { type: answer.type, message: answer.message };
}

/** ISO 8601 in UTC; null of what is no time. */
export function isoTime(time: string | number | null | undefined): string | null {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const SNIPPET_CHARACTERS = 300;

export function snippetOf(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length > SNIPPET_CHARACTERS ? `${[...plain].slice(0, SNIPPET_CHARACTERS).join("")}…` : plain;
}
