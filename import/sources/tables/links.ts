import { isMissing } from "../../../base/blank.ts";
import { grouped } from "../../../base/grouped.ts";
import { guessRole } from "../../folder/guess-roles.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import { type NamedOnly, splitIds } from "../references.ts";
import type { SourceLink } from "../source.ts";
import { folded } from "../spellings.ts";
import { idOf } from "./artifacts.ts";
import type { SourceRow } from "./grid.ts";
import type { LeftOut } from "./left-out.ts";
import { mentionsIn } from "./mentions.ts";
import type { RoledTable, TableRecord } from "./records.ts";

/** A table with its records. */
export interface Part {
  table: RoledTable;
  records: readonly TableRecord[];
}

/** Finds records by what tables call them: their ids, and what else names a row alone; in another spelling where no other is spelt alike. */
export class RecordNames {
  readonly #records: ReadonlyMap<string, readonly TableRecord[]>;
  readonly #folded: ReadonlyMap<string, readonly TableRecord[]>;

  constructor(parts: readonly Part[]) {
    const named = parts.flatMap(({ table, records }) =>
      records.flatMap((record) => namesOf(table, record).map((name) => ({ name, record }))),
    );
    this.#records = new Map(
      [...grouped(named, ({ name }) => name)].map(([name, own]) => [name, own.map(({ record }) => record)]),
    );
    this.#folded = new Map(
      [...grouped(named, ({ name }) => folded(name))].map(([name, own]) => [
        name,
        [...new Set(own.map(({ record }) => record))],
      ]),
    );
  }

  /** Those that are called so, but for one; of several, those of a role where there are some. */
  of(name: string, { but = "", role }: { but?: string; role?: "backlog_item" } = {}): TableRecord[] {
    const alike = this.#folded.get(folded(name)) ?? [];
    const called = this.#records.get(name) ?? (alike.length === 1 ? alike : []);
    const all = called.filter(({ rawId, type }) => idOf(rawId, type) !== but);
    const fit = all.length > 1 ? all.filter(({ type }) => guessRole(type).role === role) : [];
    return fit.length > 0 ? fit : all;
  }
}

function namesOf(table: RoledTable, { rawId, rows }: TableRecord): string[] {
  const keys = table.keyColumns.map((column) => table.cell(rows[0] as SourceRow, column));
  return [...new Set([rawId, ...keys])].filter((name) => name !== "");
}

interface Ends {
  named: NamedOnly;
  links: SourceLink[];
  names: RecordNames;
  left: LeftOut;
}

/** What a record refers to: other records of the tables by their id as it stands there, else requirements that are only named. */
export function addLinks(table: RoledTable, record: TableRecord, ends: Ends): void {
  const added = (): number => ends.named.links.length + ends.links.length;
  for (const row of record.rows)
    for (const [role, add] of ADDED)
      for (const column of table.columnsOf(role)) {
        const before = added();
        add(table, { record, row, column, role }, ends);
        ends.left.cell(table, { row, column, taken: added() - before });
      }
}

interface Naming {
  record: TableRecord;
  row: SourceRow;
  column: string;
  role: string;
}
type AddCell = (table: RoledTable, cell: Naming, ends: Ends) => void;

/** By the role of a column, in the order in which links are added. */
const ADDED: readonly (readonly [ColumnRole, AddCell])[] = [
  ["requirement", addRequirements],
  ["function", addRequirements],
  ["link", addColumn],
  ["parent", addParent],
];

function addRequirements(table: RoledTable, { record, row, column, role }: Naming, { named, names }: Ends): void {
  const sourceId = idOf(record.rawId, record.type);
  for (const raw of splitIds(table.cell(row, column))) {
    // A number may be an id in several tables: then of the one that holds what is tested, or of none but its own.
    const others = names.of(raw, { but: sourceId, ...(role === "requirement" ? { role: "backlog_item" } : {}) });
    const id = others.length === 1 ? idOf(others[0]!.rawId, others[0]!.type) : idOf(raw, role);
    const kind = role === "function" ? "exercises" : "verifies";
    if (id !== sourceId) named.add({ sourceId, id, type: role, kind, place: table.place(row) });
  }
}

function addParent(table: RoledTable, { record, row, column }: Naming, { links, names }: Ends): void {
  const sourceId = idOf(record.rawId, record.type);
  const raw = table.cell(row, column);
  if (isMissing(raw)) return;
  const [parent] = names.of(raw, { but: sourceId });
  const targetId = parent ? idOf(parent.rawId, parent.type) : idOf(raw, record.type);
  links.push({ sourceId, targetId, kind: "child-of", place: table.place(row) });
}

/** Links of a column's name, or of what its cells say before an id; those into a record where Jira calls them inward. */
function addColumn(table: RoledTable, { record, row, column }: Naming, { named, links, names }: Ends): void {
  const own = idOf(record.rawId, record.type);
  const [, way = "", type] = /^(in|out)ward issue link \((.+?)\)/i.exec(column) ?? [];
  const usual = type ?? column.replace(/ \(\d+\)$/, "");
  const cell = table.cell(row, column);
  const mentions = mentionsIn(cell, (id) => names.of(id).length > 0);
  const ids = splitIds(cell).filter((id) => /^\S*\p{N}\S*$/u.test(id));
  for (const { kind, id: raw } of mentions.length > 0 ? mentions : ids.map((id) => ({ kind: null, id }))) {
    const others = names.of(raw, { but: own });
    const said = { kind: kind ?? usual, place: table.place(row) };
    if (others.length === 0 && names.of(raw).length > 0) continue;
    const id = others.length === 1 ? idOf(others[0]!.rawId, others[0]!.type) : idOf(raw, "issue");
    if (/^in$/i.test(way)) links.push({ sourceId: id, targetId: own, ...said });
    else named.add({ sourceId: own, id, type: "issue", ...said });
  }
}

/** A table whose rows only say which records belong together, in the order of its columns. */
export function pairLinks(table: RoledTable, names: RecordNames, left: LeftOut): SourceLink[] {
  const columns = table.table.header.filter((name) =>
    ["link", "requirement"].includes(table.roles.get(name) as string),
  );
  return table.table.rows.flatMap((row) => {
    const [sources, targets] = columns.map((name) =>
      mentionsIn(table.cell(row, name), (id) => names.of(id).length > 0).flatMap(({ id }) => names.of(id)),
    );
    const links = (sources ?? []).flatMap((source) =>
      (targets ?? []).map((target) => ({
        sourceId: idOf(source.rawId, source.type),
        targetId: idOf(target.rawId, target.type),
        kind: table.table.label,
        place: table.place(row),
      })),
    );
    left.row(table, { row, whose: "two records", taken: links.length });
    return links;
  });
}

/** Records with the steps that a table of their own tells, by the first of its columns that names a record. */
export function withSteps(
  parts: readonly Part[],
  { tables, left }: { tables: readonly RoledTable[]; left: LeftOut },
): Part[] {
  const names = new RecordNames(parts);
  const told = tables.flatMap((table) => {
    const columns = [...table.columnsOf("link"), ...table.columnsOf("requirement")];
    return table.table.rows.flatMap((row) => {
      const [record] = columns.flatMap((name) => names.of(table.cell(row, name)));
      left.row(table, { row, whose: "record whose step it tells", taken: record ? 1 : 0 });
      return record ? [{ record, step: { table, row } }] : [];
    });
  });
  const byRecord = grouped(told, ({ record }) => record);
  return parts.map(({ table, records }) => ({
    table,
    records: records.map((record) => {
      const own = byRecord.get(record);
      return own ? { ...record, steps: own.map(({ step }) => step) } : record;
    }),
  }));
}
