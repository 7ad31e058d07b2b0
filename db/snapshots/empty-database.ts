import { sha256 } from "../../base/hash.ts";
import { AGE_EXTENSION_SQL, AGE_SESSION_SQL } from "../graph/age.ts";
import { copyKept, makeKept } from "../postgres/kept-clusters.ts";
import { openPglite } from "../postgres/pglite.ts";

/** Fills a folder with a database of extensions and schema alone. They take a second: they are made once on a machine. */
export function copyEmptyDatabase(folder: string, emptySql: string): Promise<void> {
  return copyKept(folder, nameOf(emptySql), (draft) => make(draft, emptySql));
}

/** Entry of a thread that makes what `copyEmptyDatabase` copies, where it isn't there yet. */
export function serve(emptySql: string): Promise<void> {
  return makeKept(nameOf(emptySql), (draft) => make(draft, emptySql));
}

function nameOf(emptySql: string): string {
  return `-${sha256(statementsOf(emptySql)).slice(0, 12)}`;
}

function statementsOf(emptySql: string): string {
  return `CREATE EXTENSION vector; ${AGE_EXTENSION_SQL} ${emptySql}`;
}

async function make(folder: string, emptySql: string): Promise<void> {
  const sql = await openPglite({ folder, sessionSql: AGE_SESSION_SQL });
  try {
    await sql.execute(statementsOf(emptySql));
    await sql.execute("CHECKPOINT");
  } finally {
    await sql.close();
  }
}
