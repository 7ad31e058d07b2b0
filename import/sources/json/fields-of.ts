import { isObject } from "../../../base/json-object.ts";
import { guessRole } from "../../folder/guess-roles.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import { guessColumns } from "../tables/column-roles.ts";

export type Json = Record<string, unknown>;

/** Fields of an object as cells of a row, by key. */
export type FieldCells = Map<string, string>;

/** The column of what a record is called by, whatever its key is. */
export const ID = "id";

/** Keys around lists that say nothing of what is listed. */
const WRAPPERS = new Set(
  "data result results values value items item content contents records rows edges node nodes list entries children elements page".split(
    " ",
  ),
);

export function isWrapper(key: string): boolean {
  return WRAPPERS.has(key.toLowerCase());
}

export function roleOfKey(key: string): ColumnRole {
  return guessColumns([key]).get(key) as ColumnRole;
}

/** True for what has an id and a title or a text. */
export function isRecord(value: Json): boolean {
  const { cells } = fieldsOf(value);
  const roles = new Set([...cells].filter(([, text]) => text !== "").map(([key]) => roleOfKey(key)));
  return cells.has(ID) && (roles.has("title") || roles.has("text"));
}

/** Why a value in a list of records is not a record. */
export function whyNoRecord(value: unknown): string {
  if (!isObject(value)) return "among records, something that is not a record";
  return fieldsOf(value).cells.has(ID) ? "a record without a title or a text" : "a record without an id";
}

/** An object's fields and lists; those of objects in it are its own, but for records, which are lists of one. */
export function fieldsOf(record: Json): { cells: FieldCells; lists: [key: string, list: unknown[]][] } {
  const [cells, lists]: [FieldCells, [string, unknown[]][]] = [new Map(), []];
  for (const [key, value] of Object.entries(record)) {
    const page = isObject(value)
      ? Object.entries(value).find(([own, list]) => isWrapper(own) && Array.isArray(list))
      : undefined;
    if (Array.isArray(value)) lists.push([key, value]);
    else if (page) lists.push([key, page[1] as unknown[]]);
    else if (!isObject(value) || typeof value.name === "string" || typeof value.value === "string")
      cells.set(key, sayValue(value));
    else if (guessRole(key).role !== "other" && isRecord(value)) lists.push([key, [value]]);
    else {
      const inner = fieldsOf(value);
      for (const [own, text] of inner.cells) cells.set(cells.has(own) || own in record ? `${key}.${own}` : own, text);
      lists.push(...inner.lists);
    }
  }
  return { cells: calledById(cells), lists };
}

/** An id with a letter before a number: people say `ABC-1`, databases `10012`. */
function calledById(cells: FieldCells): FieldCells {
  const ids = [...cells].filter(([key, text]) => roleOfKey(key) === "id" && text !== "");
  const [key, id] = ids.find(([, text]) => !/^\d+$/.test(text)) ?? ids[0] ?? [];
  if (key === undefined || id === undefined) return cells;
  const rest = [...cells]
    .filter(([own]) => own !== key)
    .map(([own, text]) => [own === ID ? "number" : own, text] as const);
  return new Map([[ID, id], ...rest]);
}

/** A value as a cell: a list by its parts, an object by what it is called. */
export function sayValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return value
      .map(sayValue)
      .filter((text) => text !== "")
      .join("\n");
  if (!isObject(value)) return String(value);
  const said = [value.key, value.name, value.value, value.id].find(
    (part) => typeof part === "string" || typeof part === "number",
  );
  return String(said ?? "");
}
