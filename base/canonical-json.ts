import { compareText } from "./text-order.ts";

/** JSON with object keys in code-unit order, so that equal values have equal text and equal hashes. `undefined` members are left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inKeyOrder(value));
}

/** Before it is printed: a replacer would be called for each member, and takes five times as long. */
function inKeyOrder(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if ("toJSON" in value && typeof value.toJSON === "function") return inKeyOrder(value.toJSON());
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(entries.map(([key, member]) => [key, inKeyOrder(member)]));
}
