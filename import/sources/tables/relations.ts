import { guessRole, snakeCase } from "../../folder/guess-roles.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import type { SourceRow } from "./grid.ts";
import { mentionsIn } from "./mentions.ts";
import { proseColumns } from "./prose-columns.ts";
import { RoledTable } from "./records.ts";

type Columns = Readonly<Record<string, ColumnRole>>;

/** Of the filled cells of a column, so many name another record: it refers to records. */
const LEAST_NAMING = 0.8;

/** Of the ids of a table that describes something, so many are different. */
const LEAST_DISTINCT = 0.9;

/**
 * Tables with the columns that refer to records of this or another table, by what stands in their cells, whatever their
 * names say: a test's are its requirements, others links of the column's name. A table with neither title nor text has
 * columns of prose for them, where it is no list of pairs and no list of steps.
 */
export function related(given: readonly RoledTable[], said: Columns): RoledTable[] {
  const tables = given.map((table) => (hasOwnIds(table) ? titled(table, said) : table));
  const keys = tables.flatMap((table) => keysOf(table));
  return tables.map((table) => {
    if (table.dialect) return table;
    const found = table.table.header.flatMap((name) => {
      const role = Object.hasOwn(said, name) ? null : referenceRole({ table, name }, keys);
      return role === null ? [] : [[name, role] as const];
    });
    const withLinks = retold(table, { ...said, ...Object.fromEntries(found) });
    return withLinks.isPairs ? withLinks : titled(withLinks, said);
  });
}

/** The table with roles that were found on top of those that it has. */
function retold(table: RoledTable, columns: Columns): RoledTable {
  return new RoledTable(table.table, {
    dialect: null,
    columns: { ...Object.fromEntries(table.roles), ...columns },
    unnamed: table.unnamed,
  });
}

function titled(table: RoledTable, said: Columns): RoledTable {
  // A table of steps without ids of its own tells the steps of records elsewhere.
  if (table.dialect || table.isUsable || (table.columnsOf("step").length > 0 && !hasOwnIds(table))) return table;
  return retold(table, { ...proseColumns(table), ...said });
}

function hasOwnIds(table: RoledTable): boolean {
  const ids = table.table.rows.flatMap((row) => table.cells(row, "id"));
  return ids.length > 0 && new Set(ids).size >= LEAST_DISTINCT * table.table.rows.length;
}

/** A column whose values each name one row of its table. */
interface Key {
  table: RoledTable;
  column: string;
  rows: ReadonlyMap<string, SourceRow>;
  /** Its values are numbers of which so few are used that another column has them only where it means them: a tracker's. */
  isSparse: boolean;
}

const LEAST_SPARSE = 5;
const MOST_USED = 0.1;

function keysOf(table: RoledTable): Key[] {
  return table.keyColumns.map((column) => {
    const rows = new Map(table.table.rows.map((row) => [table.cell(row, column), row]));
    return { table, column, rows, isSparse: areSparse([...rows.keys()]) };
  });
}

function areSparse(values: readonly string[]): boolean {
  const largest = values.reduce((most, value) => Math.max(most, Number(value)), 0);
  return values.length >= LEAST_SPARSE && values.every(isPlainNumber) && values.length < MOST_USED * largest;
}

/** Null: the column does not refer to records. */
function referenceRole(
  { table, name }: { table: RoledTable; name: string },
  keys: readonly Key[],
): "requirement" | "link" | null {
  const role = table.roles.get(name);
  const describes = table.isUsable;
  // Where nothing is described, an id says which record the row is of.
  if (role !== "attribute" && role !== "requirement" && (role !== "id" || describes)) return null;
  const others = keys.filter((key) => key.table !== table || key.column !== name);
  const isKnownIn = (row: SourceRow) => (value: string) =>
    others.some((key) => {
      const at = key.rows.get(value);
      return at !== undefined && at !== row && (!isPlainNumber(value) || key.isSparse || namesKey(name, key.column));
    });
  const filled = table.table.rows.filter((row) => table.cell(row, name) !== "");
  const mentions = filled.map((row) => {
    const isKnown = isKnownIn(row);
    return mentionsIn(table.cell(row, name), isKnown).filter(({ id }) => isKnown(id));
  });
  const naming = mentions.filter(({ length }) => length > 0);
  // A story's `Epic Link` is no requirement that it tests, wherever the epic is.
  if (role === "requirement" && table.isOfItems) return "link";
  // One cell may hold a word that is an id by chance.
  if (naming.length < 2 && describes && !naming.flat().some(({ id }) => /\p{L}.*\p{N}/u.test(id))) return null;
  if (naming.length === 0 || naming.length < LEAST_NAMING * filled.length) return null;
  const named = new Set(naming.flatMap((own) => own.map(({ id }) => id)));
  // One number in all rows is a version or a level.
  if (named.size === 1 && naming.length > 1 && isPlainNumber([...named][0]!)) return null;
  const saysKind = naming.some((own) => own.some(({ kind }) => kind !== null));
  return table.isOfTests && !saysKind && !isDirected(name) ? "requirement" : "link";
}

const isPlainNumber = (value: string) => /^(0|[1-9]\d*)$/.test(value);

/** `Outward issue link (Tests)`: what Jira calls the columns of its CSV. */
function isDirected(name: string): boolean {
  return /^(in|out)ward issue link /i.test(name);
}

const KEY_WORDS = new Set(["id", "ids", "key", "keys", "nr", "no", "num", "number", "uid"]);

/**
 * Plain numbers may count anything. They refer where the column is called as the other one is (`TC_OWNER_ID`, `TC_ID`), or
 * as what somebody asks for or tests (`Requirement ID`).
 */
function namesKey(name: string, key: string): boolean {
  const [own, other] = [name, key].map((text) => snakeCase(text).split("_"));
  if (!own!.some((word) => KEY_WORDS.has(word)) || !other!.some((word) => KEY_WORDS.has(word))) return false;
  if (other!.length > 1 && other!.every((word) => own!.includes(word))) return true;
  const { role } = guessRole(own!.filter((word) => !KEY_WORDS.has(word)).join(" "));
  return role === "backlog_item" || role === "test_case";
}
