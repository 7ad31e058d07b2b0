/**
 * Writes the list of functions that the SQL guard lets through (agent/guards/sql/allowed-functions.ts), from the catalog of
 * the embedded PostgreSQL: `node --import tsx scripts/list-sql-functions.ts`. A test fails when the list is not what this gives.
 */
import { writeFile } from "node:fs/promises";
import { listSqlFunctions, renderList } from "./list-sql-functions/list.ts";

await writeFile(
  new URL("../agent/guards/sql/allowed-functions.ts", import.meta.url),
  renderList(await listSqlFunctions()),
);
