import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonOrUndefined } from "../../../base/json-object.ts";
import { COLUMN_FORMATS } from "../../print/column.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { unreadable } from "../analyses/read-result.ts";
import type { Table } from "../table-format/table.ts";

/** The tables of a scored run as they were rendered, in the order of their names. @throws UserError `run-directory` where another version rendered them */
export async function readTables(runDirectory: string): Promise<Table[]> {
  const folder = runPath(runDirectory, "tables");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  const tables = await Promise.all(
    names.map(async (name) => jsonOrUndefined(await readFile(join(folder, name), "utf8")) as Table | undefined),
  );
  const other = names.filter((_, at) => !tables[at]?.columns.every(({ format }) => COLUMN_FORMATS.includes(format)));
  if (other.length === 0) return tables as Table[];
  throw unreadable(
    runDirectory,
    other.map((name) => `${RUN_PATHS.tables}/${name}: its columns do not say how they are written`),
  );
}
