import type { SqlPort } from "../../db/ports/ports.ts";

/** In every secret below and in no statement: a result that holds it was read from where nothing may be read. */
export const CANARY = "kestrel7f3a";

/** Puts secrets outside the agent's schemas, under names that the statements of the fuzzer know. Planting twice is harmless. */
export async function plantCanaries(sql: SqlPort): Promise<void> {
  const { rows } = await sql.query<{ planted: boolean; role: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'vault') AS planted,
            EXISTS (SELECT FROM pg_roles WHERE rolname = '${CANARY}_role') AS role`,
  );
  if (rows[0]!.planted) return;
  // A server's snapshots are opened for reading only.
  await sql.execute(`BEGIN READ WRITE;
    ${rows[0]!.role ? "" : `CREATE ROLE ${CANARY}_role NOLOGIN;`}
    CREATE SCHEMA vault;
    CREATE TABLE vault.canary (id int PRIMARY KEY, secret text);
    INSERT INTO vault.canary VALUES (1, '${CANARY} table');
    CREATE VIEW vault.canary_view AS SELECT secret FROM vault.canary;
    CREATE TABLE vault.${CANARY}_catalog (${CANARY}_column int);
    CREATE DOMAIN vault.secret_domain AS text CHECK (VALUE <> '');
    COMMENT ON TABLE vault.canary IS '${CANARY} comment';
    CREATE FUNCTION vault.tell() RETURNS text LANGUAGE sql AS $$ SELECT '${CANARY} body'::text $$;
    SELECT lo_from_bytea(424242, '${CANARY} object');
    SELECT set_config('canary.secret', '${CANARY} setting', false);
    INSERT INTO raw.payload SELECT (jsonb_populate_record(p, '{"payload_id": -1, "external_id": "${CANARY}", "body": "${CANARY} payload"}')).*
      FROM raw.payload p ORDER BY payload_id LIMIT 1;
    COMMIT`);
  await sql.execute("CHECKPOINT");
}
