/** Rows written in a table. */
export interface RowCounts {
  inserted: number;
  updated: number;
  deleted: number;
}

/** Counts what a step writes, by table. */
export interface WriteLog {
  add(table: string, counts: Partial<RowCounts>): void;
  /** Tables that were written to, by name. */
  written(): Record<string, RowCounts>;
}

export function makeWriteLog(): WriteLog {
  const tables = new Map<string, RowCounts>();
  return {
    add(table, { inserted = 0, updated = 0, deleted = 0 }) {
      const before = tables.get(table) ?? { inserted: 0, updated: 0, deleted: 0 };
      tables.set(table, {
        inserted: before.inserted + inserted,
        updated: before.updated + updated,
        deleted: before.deleted + deleted,
      });
    },
    written: () =>
      Object.fromEntries(
        [...tables].filter(([, { inserted, updated, deleted }]) => inserted + updated + deleted > 0).sort(),
      ),
  };
}
