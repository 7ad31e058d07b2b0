import { grouped } from "../../../base/grouped.ts";
import { isObject } from "../../../base/json-object.ts";
import { quote } from "../../folder/quote.ts";
import type { SourceTable } from "../tables/read-tables.ts";
import {
  type FieldCells,
  fieldsOf,
  ID,
  isRecord,
  isWrapper,
  type Json,
  roleOfKey,
  sayValue,
  whyNoRecord,
} from "./fields-of.ts";

interface Row {
  line: number;
  cells: FieldCells;
}

/** A record with its steps. Told of: it stands within another record, which names it. */
interface Listed {
  id: string;
  rows: Row[];
  isToldOf: boolean;
}

interface Document {
  /** The file, for messages. */
  name: string;
  /** What a list at the top is called. */
  label: string;
  /** The line of what stands at a path. */
  lineOf(path: readonly (string | number)[]): number;
  /** Called with each object in a list of records that is not a record. */
  refuse(line: number, why: string): void;
}

/**
 * The lists of records in a JSON document, each as a table. Lists within a record are its steps, other records (in a table
 * of their own, named by their ids in the record's row), or values. What is only told of counts once, and not at all where it
 * is described by itself; a record that a list holds twice is there twice.
 */
export function tablesOf(value: unknown, { name, label, lineOf, refuse }: Document): SourceTable[] {
  const tables = new Map<string, Listed[]>();
  const walk = (node: unknown, own: string, path: readonly (string | number)[]): void => {
    if (isObject(node) && isRecord(node)) addRecord(tables, node, { own, line: lineOf(path), isToldOf: false, refuse });
    else if (Array.isArray(node)) {
      const ofRecords = node.some((entry) => isObject(entry) && isRecord(entry));
      for (const [at, entry] of node.entries()) {
        if (ofRecords && !isOrHoldsRecords(entry)) refuse(lineOf([...path, at]), whyNoRecord(entry));
        walk(entry, own, [...path, at]);
      }
    } else if (isObject(node))
      for (const [key, entry] of Object.entries(node)) walk(entry, isWrapper(key) ? own : key, [...path, key]);
  };
  walk(value, label, []);
  const described = [...tables.values()].flat().filter(({ isToldOf }) => !isToldOf);
  const wholes = grouped(described, ({ id }) => id);
  return [...tables].flatMap(([own, listed]) => {
    for (const { id, rows, isToldOf } of listed)
      if (isToldOf && wholes.get(id)?.some((whole) => contradicts(whole, rows[0]!.cells)) === true)
        refuse(rows[0]!.line, `${quote(id)} is told of with other words than where it is described`);
    const rows = listed.filter(({ id, isToldOf }) => !isToldOf || !wholes.has(id)).flatMap((record) => record.rows);
    return rows.length > 0 ? [tableOf(rows, { name: `${name}, ${own}`, label: own })] : [];
  });
}

/** A value among records that is not a record may hold some: these are read as a group. */
function isOrHoldsRecords(entry: unknown): boolean {
  if (isObject(entry) && isRecord(entry)) return true;
  return typeof entry === "object" && entry !== null && Object.values(entry).some(isOrHoldsRecords);
}

/** Two that say the same of a thing may say more or less of it. */
function contradicts({ rows: [first] }: Listed, cells: FieldCells): boolean {
  const isWording = (key: string) => ["title", "text"].includes(roleOfKey(key));
  return [...cells].some(
    ([key, text]) => isWording(key) && text !== "" && !["", text].includes(first?.cells.get(key) ?? ""),
  );
}

/** Gives the record's id. */
function addRecord(
  tables: Map<string, Listed[]>,
  record: Json,
  { own, line, isToldOf, refuse }: Pick<Document, "refuse"> & { own: string; line: number; isToldOf: boolean },
): string {
  const { cells, lists } = fieldsOf(record);
  const id = cells.get(ID) ?? "";
  const listed = tables.get(own) ?? [];
  tables.set(own, listed);
  const rows: Row[] = [{ line, cells }];
  const known = isToldOf ? listed.find((other) => other.id === id) : undefined;
  if (known === undefined) listed.push({ id, rows, isToldOf });
  else if (contradicts(known, cells)) refuse(line, `${quote(id)} is told of twice, with other words`);
  for (const [key, list] of lists) {
    const objects = list.filter(isObject);
    if (objects.length > 0 && isSteps(key, objects))
      rows.push(...objects.map((object) => ({ line, cells: stepOf(object, id) })));
    else if (objects.some(isRecord)) {
      // What stands below `children` is of the same kind, and told nowhere else.
      const below = { own: isWrapper(key) ? own : key, line, isToldOf: isToldOf || !isWrapper(key), refuse };
      for (const entry of list)
        if (!isObject(entry) || !isRecord(entry)) refuse(line, `${quote(key)} of ${quote(id)}: ${whyNoRecord(entry)}`);
      const ids = objects.filter(isRecord).map((object) => addRecord(tables, object, below));
      cells.set(key, ids.join("\n"));
    } else cells.set(key, sayValue(list));
  }
  return id;
}

function tableOf(listed: readonly Row[], { name, label }: { name: string; label: string }): SourceTable {
  const header = [...new Set([ID, ...listed.flatMap(({ cells }) => [...cells.keys()])])];
  const rows = listed.map(({ line, cells }) => ({ line, cells: header.map((key) => cells.get(key) ?? "") }));
  return { name, label, header, rows, faulty: new Set(), notes: [] };
}

function isSteps(key: string, objects: readonly Json[]): boolean {
  if (/steps?$|schritte|étapes|pasos/iu.test(key)) return true;
  return objects.every((object) => [...fieldsOf(object).cells.keys()].some((own) => roleOfKey(own).startsWith("step")));
}

/** What a column of a table is called that a step's field is for. */
const STEP_COLUMNS: Readonly<Record<string, string>> = {
  step: "step",
  title: "step",
  text: "step",
  step_data: "test data",
  step_result: "expected result",
};

/** A row that goes on with the record above it. */
function stepOf(object: Json, id: string): FieldCells {
  const step: FieldCells = new Map([[ID, id]]);
  for (const [key, text] of fieldsOf(object).cells) {
    const column = STEP_COLUMNS[roleOfKey(key)];
    if (column !== undefined && text !== "") step.set(column, step.has(column) ? `${step.get(column)}\n${text}` : text);
  }
  return step;
}
