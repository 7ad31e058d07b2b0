import { isBlank, parseDecimal } from "../../../base/blank.ts";
import { countOf } from "../../../base/counts.ts";
import { isObject, type JsonObject, jsonOrUndefined } from "../../../base/json-object.ts";
import { UserError } from "../../../base/user-error.ts";
import { readTextFile, readUtf8 } from "../../../base/utf8-text.ts";
import { type CsvTable, readCsv } from "../../print/tabular/read-csv.ts";
import { parseForeignJson } from "../compare/sources/outside.ts";
import type { AuditedFile } from "./audited.ts";

/** A file of results, opened once for all readers. */
export interface ResultsFile {
  path: string;
  /** As the user names it. */
  name: string;
  /** Its JSON value; of JSON lines the list of their values. */
  json: unknown;
  table: CsvTable | null;
  text: string;
}

/** Other programs' results of one form. */
export interface AuditReader {
  tool: string;
  /** What file of the tool, for help and the guide. */
  file: string;
  /** Versions that it reads. */
  versions: string;
  /** Whether a file is of this tool, of whatever version. */
  knows: (file: ResultsFile) => boolean;
  /** @throws UserError `input` for another version or shape */
  read: (file: ResultsFile) => AuditedFile | Promise<AuditedFile>;
}

/** @throws UserError `input` for a file that cannot be opened, is not UTF-8 or damaged CSV */
export async function openResults(path: string, name: string): Promise<ResultsFile> {
  if (path.endsWith(".csv")) return { path, name, json: undefined, table: await readCsv(path), text: "" };
  const text = await readTextFile(path);
  return { path, name, json: /^\s*[{[]/.test(text) ? jsonOf(text, name) : undefined, table: null, text };
}

function jsonOf(text: string, name: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const areLines = lines.length > 1 && jsonOrUndefined(lines[0]!) !== undefined;
  if (!areLines) return parseForeignJson(name, text);
  const values = lines.map((line, at) => parseForeignJson(`${name}:${at + 1}`, line));
  const broken = values.flatMap((value, at) => (value === null ? [`line ${at + 1}`] : []));
  if (broken.length === 0) return values;
  throw new UserError("input", `${name}: ${countOf(broken.length, "line is", "lines are")} no JSON`, {
    problems: broken.slice(0, 20),
    hint: "was the file cut, or is it still being written?",
  });
}

/** The objects that a file is a list of; null for another one. */
export function recordsOf({ json }: ResultsFile): JsonObject[] | null {
  const values = isObject(json) ? [json] : json;
  return Array.isArray(values) && values.length > 0 && values.every(isObject) ? values : null;
}

/** @throws UserError `input` naming a version that is not known */
export function refuseVersion(
  file: string,
  { tool, found, known }: { tool: string; found: unknown; known: string },
): never {
  throw new UserError("input", `${file}: version ${String(found)} of ${tool} is not known`, {
    hint: `expected version ${known}`,
  });
}

/** Equal texts for equal values, whatever the order of members. */
export function plainText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** A cell of a table or a member of a record. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string") return isBlank(value) ? null : (BOOLEANS[value] ?? parseDecimal(value));
  return typeof value === "number" ? value : null;
}

/** As Python and JSON write them. */
const BOOLEANS: Readonly<Record<string, number>> = { True: 1, False: 0, true: 1, false: 0 };

/** The text of a file that a tool may have written beside another; null where it has not. */
export async function textIfThere(path: string): Promise<string | null> {
  try {
    return await readUtf8(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
