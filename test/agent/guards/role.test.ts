import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QueryFailed, QueryTimeout, type Substrate } from "../../../db/ports/ports.ts";
import { CANARY, plantCanaries } from "../../../scripts/fuzz-guards/canaries.ts";
import { stateOf } from "../../../scripts/fuzz-guards/state.ts";
import { readStatements } from "../../../scripts/fuzz-guards/statements.ts";
import { openTelecom } from "../../../scripts/fuzz-guards/telecom.ts";
import { openSmallSubstrate } from "../../db/small-corpus.ts";
import { nonEmpty } from "../../non-empty.ts";
import { describeOn, testPrefix } from "../../servers.ts";

/** Ended by time or memory, which has tests of its own. */
const BOMBS = [
  "sql_unbounded_recursion",
  "sql_cross_join",
  "sql_too_large",
  "cypher_unbounded_path",
  "cypher_long_path",
];

/** What leaves the role, runs text as SQL, waits, locks, or reads settings and names. */
const OUT_OF_REACH = [
  "DO $$ BEGIN EXECUTE 'SET ROLE postgres'; EXECUTE 'DELETE FROM kb.entry'; END $$",
  "SELECT set_config('role', 'postgres', true)",
  "SELECT set_config('session_authorization', 'postgres', true)",
  "SELECT query_to_xml('SELECT * FROM vault.canary', true, true, '')",
  "SELECT (c).ts_stat FROM (SELECT 'SELECT to_tsvector(name) FROM canon.test_case'::text AS c) t",
  "SELECT (c).current_setting FROM (SELECT 'canary.secret'::text AS c) t",
  "SELECT (c).pg_sleep FROM (SELECT 3::float8 AS c) t",
  "SELECT pg_advisory_lock(1)",
  "SELECT pg_try_advisory_lock_shared(1)",
  "SELECT setseed(0.5)",
  "SELECT random()",
  "SELECT lo_create(0)",
  "SELECT pg_notify('a', 'b')",
  "SELECT txid_current()",
  "SELECT version()",
  "SELECT pg_get_viewdef(1)",
  "SELECT to_regclass('vault.canary')",
  "SELECT relname FROM pg_class",
  "SELECT * FROM pg_settings",
  "SELECT * FROM information_schema.tables",
  "SELECT * FROM vault.canary",
  "SELECT vault.tell()",
  "SELECT convert_from(lo_get(424242), 'UTF8')",
];

let substrate: Substrate;
let before: string;

beforeAll(async () => {
  substrate = await openTelecom(process.env.SCOPEBENCH_CACHE!);
  await plantCanaries(substrate.sql);
  before = await stateOf(substrate.sql);
});
afterAll(async () => {
  await substrate.close();
});

describe("with the guards switched off, the roles alone", () => {
  it("stop every write of the hostile SQL, and every read of what lies outside the schemas, names in the catalog included", async () => {
    const leaks = [];
    for (const { text } of hostile("sql")) {
      const rows = await attempt(
        async () => (await substrate.sql.query(text, [], { role: "agent_readonly", timeoutMs: 20_000 })).rows,
      );
      if (JSON.stringify(rows).includes(CANARY)) leaks.push(text);
    }
    expect(leaks).toEqual([]);
    expect(await stateOf(substrate.sql)).toBe(before);
  });

  it("stop every write of the hostile Cypher as it was written, and every read outside the graph", async () => {
    for (const { text } of nonEmpty(hostile("cypher"))) {
      const rows = await attempt(() => substrate.graph.cypher(text, { columns: ["a"], timeoutMs: 20_000 }));
      expect(JSON.stringify(rows)).not.toContain(CANARY);
    }
    expect(await stateOf(substrate.sql)).toBe(before);
  });

  it.each(OUT_OF_REACH)("refuse %s", (text) => expectRefused(substrate, text));

  it("run in a session that is theirs, and leave the next caller the one that was there", () =>
    expectOwnSession(substrate));
});

describeOn(["PostgreSQL"], "on a PostgreSQL server, the roles alone", () => {
  const { prefix, dropAll } = testPrefix();
  let server: Substrate;

  beforeAll(async () => {
    const database = { type: "postgres", urlEnv: "SCOPEBENCH_TEST_POSTGRES_URL", prefix } as const;
    server = await openSmallSubstrate({ database, bm25: "portable" });
    await plantCanaries(server.sql);
  });
  afterAll(async () => {
    await server.close();
    await dropAll();
  });

  it.each(OUT_OF_REACH)("refuse %s", (text) => expectRefused(server, text));

  it("run in a session that is theirs, and leave the next caller the one that was there", () =>
    expectOwnSession(server));
});

async function expectRefused({ sql }: Substrate, text: string): Promise<void> {
  const error = await sql.query(text, [], { role: "agent_readonly" }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: "QueryFailed", sqlState: "42501" });
}

async function expectOwnSession({ sql }: Substrate): Promise<void> {
  const users = "SELECT session_user::text AS session, current_user::text AS current";
  const [login] = (await sql.query(users)).rows;
  const own = [{ session: "agent_readonly", current: "agent_readonly" }];
  expect((await sql.query(users, [], { role: "agent_readonly" })).rows).toEqual(own);
  await sql.query("RESET ROLE", [], { role: "agent_readonly" });
  await expect(sql.query(`SET ROLE "${login!.session}"`, [], { role: "agent_readonly" })).rejects.toMatchObject({
    sqlState: "42501",
  });
  expect((await sql.query(users)).rows).toEqual([login]);
}

function hostile(language: string): { text: string }[] {
  return readStatements(`hostile-${language}.txt`).filter(
    ({ heading, text }) =>
      !BOMBS.includes(heading) && !/pg_sleep|005fsleep|database_to_xml|range\(|test_case, pg_class/i.test(text),
  );
}

async function attempt<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof QueryFailed || error instanceof QueryTimeout) return null;
    throw error;
  }
}
