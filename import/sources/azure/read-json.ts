import { z } from "zod";
import { isObject } from "../../../base/json-object.ts";
import { quote } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext } from "../source.ts";
import { checkRecord, looseText, readJson } from "../text/json.ts";
import { plainText } from "../text/markup.ts";
import { descendantsOf, parseXml, textOf } from "../text/xml.ts";
import type { WorkItem, WorkItems } from "./work-item.ts";

const relationSchema = z.looseObject({
  rel: z.string(),
  url: looseText,
  attributes: z.looseObject({ name: looseText }).nullish(),
});
const itemSchema = z.looseObject({
  id: z.int().positive(),
  fields: z.looseObject({ "System.Title": looseText, "System.WorkItemType": z.string().min(1) }),
  relations: z.array(relationSchema).nullish(),
});

/** Work items of the REST interface, of a list, or a single one. */
export async function readItems(file: SourceFile, { problems }: ReadContext): Promise<WorkItems> {
  const { value, placeOf, notes } = await readJson(file);
  const key = isObject(value) ? ["value", "workItems", "items"].find((name) => Array.isArray(value[name])) : undefined;
  const list = isObject(value) ? (key === undefined ? [value] : value[key]) : value;
  const raw = checkRecord(z.array(z.unknown()), list, { place: file.name, what: "the export", problems }) ?? [];
  const items = raw.flatMap((item, at): WorkItem[] => {
    const place =
      key === undefined && isObject(value) ? `${file.name}:1` : placeOf([...(key === undefined ? [] : [key]), at]);
    const whole = checkRecord(itemSchema, item, { place, what: `work item ${at + 1}`, problems });
    if (!whole) return [];
    for (const name of objectsAmong(whole.fields))
      problems.add(`${place}: the field ${quote(name)} is an object, and is left out`);
    const fields = fieldsOf(whole.fields);
    return [
      {
        number: String(whole.id),
        fields,
        relations: (whole.relations ?? []).flatMap(relationOf),
        steps: stepsOf(fields.Steps ?? "", place),
        place,
      },
    ];
  });
  return { items, records: raw.length, notes };
}

/** By the name that columns have; of two with one name, the second by its reference (`Custom.Priority`). Columns of boards say nothing. */
function fieldsOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const said = new Map<string, string>();
  const isCustom = (name: string) => Number(name.startsWith("Custom."));
  const kept = Object.entries(fields).filter(([name]) => !name.startsWith("WEF_"));
  for (const [reference, field] of kept.sort(([a], [b]) => isCustom(a) - isCustom(b))) {
    const name = nameOf(reference);
    said.set(said.has(name) ? reference : name, sayField(field));
  }
  return Object.fromEntries(said);
}

/** `System.WorkItemType` as the columns of a query have it: `Work Item Type`. */
function nameOf(reference: string): string {
  const last = reference.split(".").at(-1) as string;
  return last.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
}

/** Fields that are objects and no people. */
function objectsAmong(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    isObject(field) && !["displayName", "uniqueName", "descriptor"].some((own) => own in field) ? [name] : [],
  );
}

/** People are objects: left out. */
const sayField = (value: unknown) => (typeof value === "object" ? "" : String(value ?? ""));

/**
 * A relation from where it begins: `Hierarchy-Reverse` leads to the parent, `TestedBy-Reverse` from a test to what it tests.
 * Of a pair of names the forward one is the kind; `attributes.name` is what the interface shows.
 */
function relationOf({ rel, url }: z.output<typeof relationSchema>): WorkItem["relations"] {
  const number = /workItems\/(\d+)$/i.exec(url)?.[1];
  const [, name = "", direction] = /([^.]+?)(?:-(Forward|Reverse))?$/.exec(rel) ?? [];
  if (number === undefined) return [];
  const kind = name === "Hierarchy" ? "contains" : name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  return [{ kind, number, inverse: direction === "Reverse" }];
}

/** Steps of a test case are XML in a field, each with an action and an expected result, of HTML. */
function stepsOf(xml: string, place: string): string[] {
  if (!xml.startsWith("<steps")) return [];
  return descendantsOf(parseXml(xml, place), "step").map((step) =>
    descendantsOf(step, "parameterizedString")
      .map((part) => plainText(textOf(part)))
      .filter((part) => part !== "")
      .join("\nExpected: "),
  );
}
