import { grouped } from "../../../base/grouped.ts";
import type { SourceTable } from "./read-tables.ts";
import type { RoledTable } from "./records.ts";

/** Lists of executions with the same columns, such as a file a run, are one list. */
export function joinedLogs(all: readonly SourceTable[], roled: (table: SourceTable) => RoledTable): RoledTable[] {
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
