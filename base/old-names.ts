import { isObject } from "./json-object.ts";

/**
 * A value from a file of an older version, whose members were in camelCase at some places: the same with today's names, in snake_case.
 * A place is a path such as `stages[].durationMs`, with what leads to it under today's names; keys that are data stand in none.
 */
export function withTodaysNames(value: unknown, places: readonly string[]): unknown {
  return places.reduce((renamed, place) => renameAt(renamed, place.split(".")), value);
}

function renameAt(value: unknown, [head = "", ...rest]: readonly string[]): unknown {
  if (!isObject(value)) return value;
  if (rest.length === 0) return renameMember(value, head);
  const name = head.replace("[]", "");
  const held = value[name];
  if (held === undefined) return value;
  return { ...value, [name]: Array.isArray(held) ? held.map((entry) => renameAt(entry, rest)) : renameAt(held, rest) };
}

function renameMember(value: Readonly<Record<string, unknown>>, old: string): unknown {
  const name = old.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key === old ? name : key, member]));
}
