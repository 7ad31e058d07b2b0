/**
 * Writes what the agent's SQL may call, from the catalog of the embedded PostgreSQL, into the guard (agent/guards/sql/allowed-functions.ts)
 * and into the schema (db/schema/008-agent-functions.sql): `node --import tsx scripts/list-sql-functions.ts`. A test fails when the
 * files are not what this gives.
 */
import { writeFile } from "node:fs/promises";
import { listSqlFunctions, renderModule, renderSchema } from "./list-sql-functions/list.ts";

const functions = await listSqlFunctions();
await writeFile(new URL("../agent/guards/sql/allowed-functions.ts", import.meta.url), renderModule(functions));
await writeFile(new URL("../db/schema/008-agent-functions.sql", import.meta.url), renderSchema(functions));
