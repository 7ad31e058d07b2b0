import { UserError } from "../../base/user-error.ts";
import { QueryFailed, type SqlPort } from "../ports/ports.ts";
import { READ_ONLY_ROLES } from "./roles.ts";
import { openServer } from "./server.ts";
import { placeOf } from "./server-url.ts";
import { whyUnwatched } from "./statement-memory.ts";

/** Throws a UserError `environment` with everything that a server lacks for holding snapshots. */
export async function checkServer(sql: SqlPort, url: string): Promise<void> {
  const problems = await serverProblems(sql);
  if (problems.length > 0)
    throw new UserError("environment", `the PostgreSQL server at ${placeOf(url)} can't hold a substrate`, { problems });
}

export interface ServerDescription {
  /** For people. */
  found: string;
  /** Why the memory of agents' statements is not watched there; null: it is. */
  unwatched: string | null;
}

/** The server, found good. Throws a UserError as `checkServer`, or when it can't be reached. */
export async function describeServer(url: string): Promise<ServerDescription> {
  try {
    const sql = await openServer({ url, connections: 1 });
    try {
      await checkServer(sql, url);
      const { rows } = await sql.query<{ vector: string }>(
        "SELECT default_version AS vector FROM pg_available_extensions WHERE name = 'vector'",
      );
      const found = `${sql.backEnd} at ${placeOf(url)}, pgvector ${rows[0]!.vector}`;
      return { found, unwatched: await whyUnwatched(sql) };
    } finally {
      await sql.close();
    }
  } catch (error) {
    throw explainServerError(error, url);
  }
}

/** What a server lacks for holding snapshots, a line each. */
async function serverProblems(sql: SqlPort): Promise<string[]> {
  const { rows } = await sql.query<{ version: number; release: string; vector: string | null; superuser: boolean }>(
    `SELECT current_setting('server_version_num')::integer AS version, current_setting('server_version') AS release,
            (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS vector,
            current_setting('is_superuser')::boolean AS superuser`,
  );
  const { version, release, vector, superuser } = rows[0]!;
  return [
    version < 160_000 ? `expected PostgreSQL 16 or newer, found ${release}` : null,
    vector === null ? "expected the extension pgvector (vector), found none: install it on the server" : null,
    superuser
      ? null
      : "expected a superuser, who alone can take PostgreSQL's own functions from the agent's role and enter its session",
  ].filter((problem) => problem !== null);
}

/**
 * Throws a UserError `environment` unless the agent's role is what the schema made of it, on this server as it is now: sessions
 * become its own, it sees its six schemas and no other, is a member of nothing, and can call nothing that does more than compute.
 */
export async function checkAgentRole(sql: SqlPort): Promise<void> {
  const { rows: users } = await sql.query<{ role: string }>(
    "SELECT session_user || ' as ' || current_user AS role",
    [],
    { role: "agent_readonly" },
  );
  const { rows } = await sql.query<{ schemas: string[]; open: string[]; attributes: boolean }>(
    `SELECT r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolbypassrls OR r.rolreplication OR r.rolcanlogin
              OR EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid) AS attributes,
            ARRAY(SELECT nspname::text FROM pg_namespace n WHERE has_schema_privilege(r.oid, n.oid, 'USAGE')
                  AND nspname <> 'pg_catalog' ORDER BY 1) AS schemas,
            ARRAY(SELECT p.oid::regprocedure::text FROM pg_proc p WHERE pronamespace = 'pg_catalog'::regnamespace
                  AND (proname = ANY($1) OR provolatile = 'v') AND has_function_privilege(r.oid, p.oid, 'EXECUTE')
                  UNION SELECT 'language ' || lanname FROM pg_language l WHERE lanname = 'plpgsql' AND has_language_privilege(r.oid, l.oid, 'USAGE')
                  UNION SELECT c.oid::regclass::text FROM pg_class c WHERE c.relname IN ('pg_class', 'pg_settings') AND has_table_privilege(r.oid, c.oid, 'SELECT')
                  ORDER BY 1) AS open
     FROM pg_roles r WHERE r.rolname = 'agent_readonly'`,
    [REVOKED],
  );
  const { schemas, open, attributes } = rows[0]!;
  const role = users[0]!.role;
  const expected = [...READ_ONLY_ROLES.agent_readonly].sort();
  const problems = [
    role === "agent_readonly as agent_readonly" ? null : `expected a session of agent_readonly, found ${role}`,
    attributes ? "agent_readonly may log in, has a privileged attribute or is a member of another role" : null,
    schemas.join() === expected.join()
      ? null
      : `expected it to see ${expected.join(", ")}, found ${schemas.join(", ")}`,
    open.length === 0
      ? null
      : `it may use ${open.slice(0, 10).join(", ")}${open.length > 10 ? ` and ${open.length - 10} more` : ""}: the server's user could not revoke them from PUBLIC (needs a superuser)`,
  ].filter((problem) => problem !== null);
  if (problems.length > 0)
    throw new UserError("environment", "the agent's role on this PostgreSQL server is not safe", { problems });
}

/** Besides all that is volatile: what runs text as SQL, or reads settings and the catalog (db/schema/008-agent-functions.sql). */
const REVOKED =
  "query_to_xml query_to_xmlschema query_to_xml_and_xmlschema table_to_xml cursor_to_xml ts_stat ts_rewrite current_setting to_regclass pg_get_viewdef".split(
    " ",
  );

const INSUFFICIENT_PRIVILEGE = "42501";

/** Turns what the server refused a login into a UserError `environment`; gives anything else back. */
export function explainServerError(error: unknown, url: string): unknown {
  if (!(error instanceof QueryFailed) || error.sqlState !== INSUFFICIENT_PRIVILEGE) return error;
  return new UserError("environment", `PostgreSQL at ${placeOf(url)}: ${error.message}`, {
    hint: "check the login and its rights; `scopebench setup doctor` tries them",
    cause: error,
  });
}

/** Text as a literal, for the statements that take no parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
