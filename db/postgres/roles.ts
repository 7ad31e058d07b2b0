/** The roles of read-only queries with the schemas they see, in search order (db/schema/006-roles.sql grants exactly these). */
export const READ_ONLY_ROLES = {
  agent_readonly: ["canon", "enrichment", "proc", "rag", "core", "kb"],
  graph_readonly: ["ag_catalog"],
} as const;

export type ReadOnlyRole = keyof typeof READ_ONLY_ROLES;

/** What one read-only query may put on disk for sorting and hashing. */
const TEMP_FILE_LIMIT = "256MB";
/** What a server knows the sessions of read-only queries by while they run (`statement-memory.ts`). */
export const READ_ONLY_APPLICATION = "scopebench read-only";

/**
 * The session's user becomes the role itself, so that RESET ROLE or another role gains nothing. Only a statement of its own could
 * take back the login's rights; the role may call nothing that runs one.
 */
export function beginReadOnlySql(role: ReadOnlyRole): string {
  return `BEGIN READ ONLY; SET LOCAL temp_file_limit = '${TEMP_FILE_LIMIT}'; SET LOCAL application_name = '${READ_ONLY_APPLICATION}'; SET LOCAL SESSION AUTHORIZATION ${role}; SET LOCAL search_path = ${READ_ONLY_ROLES[role].join(", ")};`;
}

/**
 * What a rollback leaves of a session (prepared statements, locks) goes as well. `user` is the login; null, where the session
 * knows it: PGlite has no login to go back to. `keepStatements` where none was left, which would take the session's own.
 */
export function endReadOnlySql(user: string | null, { keepStatements = false } = {}): string {
  const login = user === null ? "RESET SESSION AUTHORIZATION" : `SET SESSION AUTHORIZATION ${user}`;
  return `ROLLBACK; ${login}; ${keepStatements ? "" : "DEALLOCATE ALL; "}SELECT pg_catalog.pg_advisory_unlock_all();`;
}
