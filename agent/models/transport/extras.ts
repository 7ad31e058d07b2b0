import { isObject, type JsonObject } from "../../../base/json-object.ts";

/** Kinds and names that are kept of one answer, and letters of a name: servers write what they like. */
const MAX_EXTRAS = 50;
const NAME_CHARACTERS = 60;

/** `kind:name`, with a name that can stand in any record. */
export function extra(kind: string, name: unknown): string {
  const text = typeof name === "string" && name !== "" ? name : "unnamed";
  return `${kind}:${text.replace(/[^\w.-]/g, "_").slice(0, NAME_CHARACTERS)}`;
}

/** Members that hold something and that nobody here reads. */
export function unknownMembers(kind: string, value: unknown, known: ReadonlySet<string>): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    known.has(name) || holdsNothing(member) ? [] : [extra(kind, name)],
  );
}

export function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

export function distinct(extras: readonly string[]): string[] {
  return [...new Set(extras)].slice(0, MAX_EXTRAS);
}

function holdsNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false || value === 0) return true;
  return typeof value === "object" && Object.values(value as JsonObject).every(holdsNothing);
}
