import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QueryFailed, QueryTimeout, type Substrate } from "../../../db/ports.ts";
import { CANARY, plantCanaries } from "../../../scripts/fuzz-guards/canaries.ts";
import { stateOf } from "../../../scripts/fuzz-guards/state.ts";
import { readStatements } from "../../../scripts/fuzz-guards/statements.ts";
import { openTelecom } from "../../../scripts/fuzz-guards/telecom.ts";

const CACHE = join(fileURLToPath(new URL("../../..", import.meta.url)), ".scopebench", "guards");

/** Names and settings of the whole database are open to every role of PostgreSQL: only the parser keeps them from the agent. */
const ONLY_THE_PARSER = [
  "SELECT * FROM PG_CATALOG.PG_CLASS",
  "SELECT * FROM pg_roles",
  "SELECT * FROM pg_proc",
  "SELECT * FROM pg_tables",
  "SELECT * FROM ONLY pg_class",
  "SELECT * FROM pg_class AS test_case",
  "SELECT ARRAY(SELECT relname FROM pg_class)",
];
/** Ended by time or memory, which has tests of its own. */
const BOMBS = [
  "sql_unbounded_recursion",
  "sql_cross_join",
  "sql_too_large",
  "cypher_unbounded_path",
  "cypher_long_path",
];

let substrate: Substrate;
let before: string;

beforeAll(async () => {
  substrate = await openTelecom(CACHE);
  await plantCanaries(substrate.sql);
  before = await stateOf(substrate.sql);
}, 300_000);
afterAll(async () => {
  await substrate.close();
});

describe("with the guards switched off, the roles alone", { timeout: 240_000 }, () => {
  it("stop every write of the hostile SQL, and every read outside the schemas but for names and settings in the catalog", async () => {
    const leaks = [];
    for (const { text } of hostile("sql")) {
      const rows = await attempt(
        async () => (await substrate.sql.query(text, [], { role: "agent_readonly", timeoutMs: 20_000 })).rows,
      );
      if (JSON.stringify(rows).includes(CANARY)) leaks.push(text);
    }
    expect(leaks).toEqual(ONLY_THE_PARSER);
    expect(await stateOf(substrate.sql)).toBe(before);
  });

  it("stop every write of the hostile Cypher as it was written, and every read outside the graph", async () => {
    for (const { text } of hostile("cypher")) {
      const rows = await attempt(() => substrate.graph.cypher(text, { columns: ["a"], timeoutMs: 20_000 }));
      expect(JSON.stringify(rows)).not.toContain(CANARY);
    }
    expect(await stateOf(substrate.sql)).toBe(before);
  });

  it.each([
    "DO $$ BEGIN EXECUTE 'SET ROLE postgres'; EXECUTE 'DELETE FROM kb.entry'; END $$",
    "SELECT set_config('role', 'postgres', true)",
    "SELECT query_to_xml('SELECT * FROM vault.canary', true, true, '')",
    "SELECT * FROM vault.canary",
    "SELECT vault.tell()",
    "SELECT convert_from(lo_get(424242), 'UTF8')",
  ])("refuse %s", async (text) => {
    const error = await substrate.sql.query(text, [], { role: "agent_readonly" }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "QueryFailed", sqlState: "42501" });
  });
});

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
