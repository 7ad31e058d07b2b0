import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import { quote } from "../../folder/quote.ts";
import { requireNames } from "../overrides.ts";
import { NamedOnly, testToolTypes } from "../references.ts";
import type { ColumnGuess, ReadContext, SourceContent } from "../source.ts";
import { artifactOf, idOf, unknownOutcomes, valuesLeftOut } from "./artifacts.ts";
import { guessColumns } from "./column-roles.ts";
import { dialectOf } from "./dialects.ts";
import { LeftOut } from "./left-out.ts";
import { addLinks, type Part, pairLinks, RecordNames, withSteps } from "./links.ts";
import type { SourceTable } from "./read-tables.ts";
import { RoledTable } from "./records.ts";
import { related } from "./relations.ts";
import { withTwoIds } from "./two-ids.ts";

/**
 * Tables that belong together: records by what each is called, with the links that their columns, and tables of links or
 * steps, tell of.
 * @throws UserError `corpus` where no table has a column for a title or a text.
 */
export function contentOfTables(
  all: readonly SourceTable[],
  { problems, columns }: Pick<ReadContext, "problems" | "columns">,
): SourceContent {
  const told = byTheirIds(all, columns);
  const unnamed = typesByHeader([...told.keys()]);
  const tables = related(
    joinedLogs([...told.keys()], (table) => {
      const [dialect, own] = [dialectOf(table.header), told.get(table) ?? columns];
      return new RoledTable(table, { dialect, columns: own, unnamed: unnamed.get(keyOf(table)) });
    }),
    columns,
  );
  const usable = tables.filter(({ isUsable }) => isUsable);
  const present = new Set(all.flatMap(({ header }) => header));
  requireNames(Object.keys(columns), { present, what: "table has the column" });
  if (usable.length === 0) throw noTitle(tables);
  let numbered = 0;
  const parts = usable.map((table) => {
    const records = table.records(problems, numbered);
    if (table.columnsOf("id").length === 0) numbered += table.table.rows.length;
    return { table, records };
  });
  return contentOf(parts, { sheets: all.length, tables });
}

/** Tables with what is said of their columns; those that tell of tests and of what these are of, as two. */
function byTheirIds(
  all: readonly SourceTable[],
  columns: ReadContext["columns"],
): ReadonlyMap<SourceTable, ReadContext["columns"]> {
  const idsOf = ({ header, rows }: SourceTable) => {
    const at = [...guessColumns(header).values()].indexOf("id");
    return at < 0 ? [] : rows.map(({ cells }) => (cells[at] ?? "").trim());
  };
  return new Map(
    all.flatMap((table) => {
      if (dialectOf(table.header)) return [[table, columns] as const];
      const elsewhere = new Set(all.filter((other) => other !== table).flatMap(idsOf));
      return withTwoIds(table, { said: columns, elsewhere }).map((own) => [own.table, own.columns] as const);
    }),
  );
}

/** What a table's records are where nothing says it: tables of other columns hold other things, so each goes by its own name. */
function typesByHeader(all: readonly SourceTable[]): ReadonlyMap<string, string> {
  const kinds = grouped(
    all.filter(({ rows }) => rows.length > 0),
    keyOf,
  );
  return kinds.size < 2 ? new Map() : new Map([...kinds].map(([key, [first]]) => [key, first!.label]));
}

const keyOf = ({ header }: SourceTable) => JSON.stringify(header);

function contentOf(
  described: readonly Part[],
  { sheets, tables }: { sheets: number; tables: readonly RoledTable[] },
): SourceContent {
  const pairs = tables.filter(({ isPairs }) => isPairs);
  const stepTables = tables.filter((table) => isOfSteps(table));
  const left = new LeftOut();
  const parts = withSteps(described, { tables: stepTables, left });
  const artifacts: Artifact[] = parts.flatMap(({ table, records }) =>
    records.map((record) => artifactOf(table, record)),
  );
  const names = new RecordNames(parts);
  const named = new NamedOnly();
  const links = pairs.flatMap((table) => pairLinks(table, names, left));
  for (const { table, records } of parts)
    for (const record of records) addLinks(table, record, { named, links, names, left });
  for (const { table, records } of described)
    for (const record of records)
      for (const { row, column } of valuesLeftOut(table, record)) left.value(table, row, column);
  const missing = named.missingFrom(artifacts);
  const rows = parts.reduce((sum, { table }) => sum + table.table.rows.length, 0);
  const known = parts.every(({ table }) => table.dialect !== null);
  return {
    artifacts: [...artifacts, ...missing],
    links: [...links, ...named.links],
    places: new Map(
      parts.flatMap(({ records }) => records.map(({ rawId, type, place }) => [idOf(rawId, type), place])),
    ),
    records: rows,
    counts: countsOf(parts, { rows, sheets }),
    mapping: known ? { artifactTypes: testToolTypes([...artifacts, ...missing]) } : {},
    columns: parts.flatMap(({ table }) => columnsOf(table)),
    notes: [...notesOf(tables, described), ...left.notes(), ...NamedOnly.note(missing)],
  };
}

const EXAMPLES = 10;

function columnsOf(table: RoledTable): ColumnGuess[] {
  const { name: place, header, rows } = table.table;
  return header.map((name) => {
    const cells = new Set(rows.map((row) => table.cell(row, name)).filter((cell) => cell !== ""));
    return { table: place, name, role: table.roles.get(name) as ColumnRole, examples: [...cells].slice(0, EXAMPLES) };
  });
}

function countsOf(parts: readonly Part[], { rows, sheets }: { rows: number; sheets: number }): Record<string, number> {
  const records = parts.flatMap(({ table, records: own }) => own.map((record) => ({ table, record })));
  const withRequirement = records.filter(({ table, record }) =>
    record.rows.some((row) => table.cells(row, "requirement").length > 0),
  );
  const steps = records.flatMap(({ table, record }) =>
    record.rows.filter((row) => table.cells(row, "step").length > 0),
  );
  return {
    sheets,
    rows,
    columns: Math.max(...parts.map(({ table }) => table.table.header.length)),
    records: records.length,
    tests: records.filter(({ record }) => record.type === "test_case").length,
    preconditions: records.filter(({ record }) => record.type === "precondition").length,
    steps: steps.length,
    suites: parts.reduce((sum, { table }) => sum + table.suites.size, 0),
    withRequirement: withRequirement.length,
  };
}

function notesOf(tables: readonly RoledTable[], parts: readonly Part[]): string[] {
  return tables.flatMap((table) => {
    const { name, notes } = table.table;
    if (table.isPairs) return [...notes, ...sayPairs(table)];
    if (isOfSteps(table)) return [...notes, `${name} is read as the steps of the records that it names`];
    if (!parts.some((part) => part.table === table)) return [...notes, leftOut(table)];
    const said = [...table.roles]
      .filter(([, role]) => role !== "attribute" && role !== "left out")
      .map(([column, role]) => `${quote(column)} is ${role}`);
    const attributes = table.columnsOf("attribute").length;
    const left = table.columnsOf("left out").map(quote);
    return [
      ...notes,
      ...outcomesLeftOut(table),
      `${name}${table.dialect ? ` is from ${table.dialect.tool}` : ""}: column ${said.join(", ")}${attributes > 0 ? `; ${attributes} more are attributes` : ""}${left.length > 0 ? `; ${left.join(", ")} ${left.length === 1 ? "is" : "are"} left out` : ""}`,
      ...(table.columnsOf("id").length === 0
        ? [
            `${name} has no id column: ids are made from the type and the number of the record, and change when rows move`,
          ]
        : []),
    ];
  });
}

/** Of more than two columns the others are of links that no record has. */
function sayPairs({ table: { name, header }, roles }: RoledTable): string[] {
  const ends = header.filter((column) => ["link", "requirement"].includes(roles.get(column) as string)).slice(0, 2);
  const others = header.filter((column) => !ends.includes(column)).map(quote);
  return [
    `${name} is read as links: ${ends.map(quote).join(" -> ")}${others.length > 0 ? `; ${others.join(", ")} ${others.length === 1 ? "is" : "are"} left out` : ""}`,
  ];
}

function outcomesLeftOut(table: RoledTable): string[] {
  const unknown = [...unknownOutcomes(table)];
  const times = unknown.reduce((sum, [, count]) => sum + count, 0);
  const said = unknown.slice(0, EXAMPLES).map(([word, count]) => `${quote(word)} (${count})`);
  return times === 0
    ? []
    : [
        `${table.table.name}: ${countOf(times, "execution is", "executions are")} left out, with outcomes that are no known words: ${said.join(", ")}${unknown.length > EXAMPLES ? ", ..." : ""}`,
      ];
}

/** It describes nothing itself: each row is a step of a record elsewhere. */
function isOfSteps(table: RoledTable): boolean {
  const refers = table.columnsOf("link").length + table.columnsOf("requirement").length > 0;
  return !table.isUsable && !table.isPairs && table.columnsOf("step").length > 0 && refers;
}

function leftOut({ table: { name, header, rows } }: RoledTable): string {
  if (rows.length === 0) return `${name} holds no table`;
  return `LEFT OUT: ${countOf(rows.length, "row")} of ${name}, which has no column for a title or a text among ${header.map(quote).join(", ")}; say which is with --mapping 'Column name=title'`;
}

function noTitle(tables: readonly RoledTable[]): UserError {
  const columns = tables.flatMap(columnsOf).map(({ table, name, examples }) => {
    const cells = examples.slice(0, 3).map(quote).join(", ");
    return `${table}: ${quote(name)}${cells === "" ? "" : `, such as ${cells}`}`;
  });
  return new UserError("corpus", "no column is taken for a title or a text", {
    problems: columns,
    hint: "say which is: --mapping 'Column name=title'",
  });
}

/** Lists of executions with the same columns, such as a file a run, are one list. */
function joinedLogs(all: readonly SourceTable[], roled: (table: SourceTable) => RoledTable): RoledTable[] {
  const tables = all.map(roled);
  const logs = grouped(
    tables.filter(({ isLog }) => isLog),
    ({ table }) => JSON.stringify(table.header),
  );
  return tables.flatMap((table) => {
    const same = logs.get(JSON.stringify(table.table.header)) ?? [];
    if (!table.isLog || same.length === 1) return [table];
    if (table !== same[0]) return [];
    const rows = same.flatMap(({ table: { rows, faulty } }) => rows.filter(({ line }) => !faulty.has(line)));
    const notes = same.flatMap(({ table: one }) => one.notes);
    const name = `${table.table.name} and ${same.length - 1} more`;
    return [roled({ ...table.table, name, rows, faulty: new Set(), notes })];
  });
}
