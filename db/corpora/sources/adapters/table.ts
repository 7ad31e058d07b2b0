import { quote } from "../../folder/quote.ts";
import type { Source, SourceFile } from "../files.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { guessColumns } from "../tables/column-roles.ts";
import { contentOfTables } from "../tables/content.ts";
import { dialectOf } from "../tables/dialects.ts";
import { isSpreadsheet } from "../tables/read-sheets.ts";
<<<<<<< HEAD
import { readTables } from "../tables/read-tables.ts";
=======
import { readTables, type SourceTable } from "../tables/read-tables.ts";
import { RoledTable, type TableRecord } from "../tables/records.ts";
>>>>>>> 57f4bbbf (Executions in time, calls and inheritance as roles, filters by attributes; oracles of code and pages on 20 files each)
import { headOf } from "../text/xml.ts";

export const tableAdapter: SourceAdapter = {
  name: "table",
  reads:
    "CSV, TSV, .xlsx and old .xls: exports of Xray, PractiTest, Qase, qTest, Zephyr Squad, HP ALM (through its importer), ZenTao, or any table with a header, columns mapped",
  keeps:
    "a record a row or a row and its steps: id, title, text, preconditions, steps with data and results, suite, outcome, time, requirements; every other column as an attribute",
  drops:
    "formulas, formatting, hidden state, comments and images of spreadsheets; columns of people (author, assignee); empty cells",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  if (!isTable(file)) return null;
  if (isSpreadsheet(file)) return { certainty: 0.5, why: `${file.name} is a spreadsheet` };
  const header = headerOf(file);
  const dialect = dialectOf(header);
  if (dialect) return { certainty: 0.9, why: `the columns are those of ${dialect.tool}` };
  const known = header.filter((name) => guessColumns([name]).get(name) !== "attribute");
  return known.length > 0
    ? { certainty: 0.5, why: `${file.name} is a table with the columns ${known.map(quote).join(", ")}` }
    : { certainty: 0.2, why: `${file.name} is a table` };
}

function isTable(file: SourceFile): boolean {
  return isSpreadsheet(file) || /\.(csv|tsv)$/i.test(file.name);
}

/** Cells of the first line, as far as they are needed for recognising. */
function headerOf(file: SourceFile): string[] {
  const first = headOf(file).split(/\r?\n/)[0] as string;
  return first.split(/[,;\t]/).map((name) => name.replace(/^"|"$/g, "").trim());
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const wanted = files.length === 1 ? files : files.filter(isTable);
<<<<<<< HEAD
  const tables = (await readEach(wanted, context, (file) => readTables(file, context))).flat();
  return contentOfTables(tables, context);
=======
  const all = (await readEach(wanted, context, (file) => readTables(file, context))).flat();
  const tables = withReferences(
    joinedLogs(all, (table) => new RoledTable(table, { dialect: dialectOf(table.header), columns: context.columns })),
    context.columns,
  );
  const usable = tables.filter(({ isUsable }) => isUsable);
  const present = new Set(tables.flatMap(({ table }) => table.header));
  requireNames(Object.keys(context.columns), { present, what: "table has the column" });
  if (usable.length === 0) throw noTitle(tables);
  let numbered = 0;
  const parts = usable.map((table) => {
    const records = table.records(context.problems, numbered);
    if (table.columnsOf("id").length === 0) numbered += table.table.rows.length;
    return { table, records };
  });
  return contentOf(parts, { sheets: all.length, notes: notesOf(tables, parts) });
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
    const name = `${table.table.name} and ${same.length - 1} more`;
    return [
      roled({ ...table.table, name, rows, faulty: new Set(), notes: same.flatMap(({ table: { notes } }) => notes) }),
    ];
  });
}

/** A column of another name that holds ids of another table refers to it. Plain numbers may count anything. */
function withReferences(tables: readonly RoledTable[], said: ReadContext["columns"]): RoledTable[] {
  const ids = tables.map((table) => new Set(table.table.rows.flatMap((row) => table.cells(row, "id"))));
  return tables.map((table, own) => {
    const isId = (text: string) => !/^(0|[1-9]\d*)$/.test(text);
    const isOther = (id: string) => isId(id) && ids.some((others, at) => at !== own && others.has(id));
    const found = table.columnsOf("attribute").filter((name) => {
      const values = table.table.rows.flatMap((row) => splitIds(table.cell(row, name)));
      return !Object.hasOwn(said, name) && values.length >= 2 && values.filter(isOther).length >= 0.8 * values.length;
    });
    if (table.dialect || found.length === 0) return table;
    const columns = { ...said, ...Object.fromEntries(found.map((name) => [name, "requirement" as const])) };
    return new RoledTable(table.table, { dialect: null, columns });
  });
}

interface Part {
  table: RoledTable;
  records: TableRecord[];
}

function contentOf(parts: readonly Part[], { sheets, notes }: { sheets: number; notes: string[] }): SourceContent {
  const artifacts: Artifact[] = parts.flatMap(({ table, records }) =>
    records.map((record) => artifactOf(table, record)),
  );
  const [named, links]: [NamedOnly, SourceLink[]] = [new NamedOnly(), []];
  const ids = new Map(
    [
      ...grouped(
        parts.flatMap(({ records }) => records),
        ({ rawId }) => rawId,
      ),
    ].map(([raw, records]) => [raw, records.map(({ rawId, type }) => idOf(rawId, type))]),
  );
  for (const { table, records } of parts) for (const record of records) addLinks(table, record, { named, links, ids });
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
    notes: [...notes, ...NamedOnly.note(missing)],
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
    const { name } = table.table;
    if (!parts.some((part) => part.table === table))
      return [`${name} has no column for a title or a text and is left out`];
    const said = [...table.roles]
      .filter(([, role]) => role !== "attribute" && role !== "left out")
      .map(([column, role]) => `${quote(column)} is ${role}`);
    const attributes = table.columnsOf("attribute").length;
    return [
      ...table.table.notes,
      `${name}${table.dialect ? ` is from ${table.dialect.tool}` : ""}: column ${said.join(", ")}${attributes > 0 ? `; ${attributes} more are attributes` : ""}`,
      ...(table.columnsOf("id").length === 0
        ? [
            `${name} has no id column: ids are made from the type and the number of the record, and change when rows move`,
          ]
        : []),
    ];
  });
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
>>>>>>> 57f4bbbf (Executions in time, calls and inheritance as roles, filters by attributes; oracles of code and pages on 20 files each)
}
