import type { Row } from "../../../db/ports/ports.ts";

/** A test as the corpus has it: its name, and what it declares besides in few words. */
export interface TestRecord {
  title: string;
  attributes: ReadonlyMap<string, string>;
}

/** An attribute with its values over the tests of a list, and how many have each; "" is that of those without any. */
export interface AttributeFacet {
  name: string;
  values: ReadonlyMap<string, number>;
}

/** What a list is narrowed to: one value of each attribute that is named. */
export type AttributeFilters = ReadonlyMap<string, string>;

/** Longer ones are prose, to be read in the record. */
const MOST_CHARS = 60;
/** Fields of a record that are shown elsewhere, or say how it was looked up. */
const NOT_DECLARED = ["asked", "matched_by", "id", "type", "name", "description", "instructions", "attributes"];

export function recordOf(row: Row): TestRecord {
  const own = Object.entries(row).filter(([name]) => !NOT_DECLARED.includes(name));
  const declared = [...own, ...Object.entries((row.attributes ?? {}) as Row)].map(
    ([name, value]) => [name, textOf(value)] as const,
  );
  return { title: String(row.name), attributes: new Map(declared.filter(([, text]) => text !== "")) };
}

function textOf(value: unknown): string {
  const parts = Array.isArray(value) ? value : [value];
  if (!parts.every((part) => ["string", "number", "boolean"].includes(typeof part))) return "";
  return parts.join(", ");
}

/** Attributes by which a list can be told apart, in the order in which the corpus declares them. */
export function facetsOf(ids: readonly string[], records: ReadonlyMap<string, TestRecord>): AttributeFacet[] {
  const names = new Set(ids.flatMap((id) => [...(records.get(id)?.attributes.keys() ?? [])]));
  return [...names].flatMap((name) => {
    const values = ids.map((id) => attributeOf(records.get(id), name));
    if (values.some((value) => value.length > MOST_CHARS)) return [];
    const counts = new Map<string, number>();
    for (const value of values.toSorted(byValue)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [{ name, values: counts }];
  });
}

export function attributeOf(record: TestRecord | undefined, attribute: string): string {
  return record?.attributes.get(attribute) ?? "";
}

/** As people read numbers in names; those without a value last. */
function byValue(one: string, other: string): number {
  if (one === "" || other === "") return Number(one === "") - Number(other === "");
  return one.localeCompare(other, "en", { numeric: true });
}

/** The order of a list by an attribute; equal ones stay as they were. */
export function sorted(ids: readonly string[], records: ReadonlyMap<string, TestRecord>, attribute: string | null) {
  if (attribute === null) return ids;
  return ids.toSorted((one, other) =>
    byValue(attributeOf(records.get(one), attribute), attributeOf(records.get(other), attribute)),
  );
}

export function passes(record: TestRecord | undefined, filters: AttributeFilters): boolean {
  return [...filters].every(([name, value]) => attributeOf(record, name) === value);
}

/** `quality area: robustness`, `automated suite: not said`. */
export function sayFilter(name: string, value: string): string {
  return `${wordsOf(name)}: ${value === "" ? NOT_SAID : value}`;
}

export const NOT_SAID = "not said";

export function wordsOf(attribute: string): string {
  return attribute.replaceAll("_", " ");
}
