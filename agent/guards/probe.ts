import { type GraphPort, QueryFailed } from "../../db/ports/ports.ts";
import { guardCypher } from "./cypher/guard.ts";
import { GuardRefusal } from "./refusal.ts";
import { guardSql } from "./sql/guard.ts";

/**
 * Start-up probe: proves on the open program and store that both guards block what they must before any model can call
 * them, and that the graph store refuses a write that came past its guard. @throws Error when one does not
 */
export async function probeGuards(graph: Pick<GraphPort, "dialect" | "schema" | "cypher">): Promise<void> {
  const schema = await graph.schema();
  const options = { dialect: graph.dialect, schema, maxDepth: 1, maxRows: 1 };
  await mustRefuse("CALL db.labels()", (text) => guardCypher(text, options));
  await mustRefuse("CREATE (n) RETURN n", (text) => guardCypher(text, options));
  await mustRefuse("DELETE FROM canon.test_case", (text) => guardSql(text, { relations: new Map(), maxRows: 1 }));
  await mustRefuse("SELECT (c).ts_stat FROM (SELECT 'SELECT 1'::text AS c) t", (text) =>
    guardSql(text, { relations: new Map(), maxRows: 1 }),
  );
  await mustNotWrite(graph, schema.labels[0] ?? "TestCase");
}

async function mustRefuse(text: string, guard: (text: string) => unknown): Promise<void> {
  try {
    await guard(text);
  } catch (error) {
    if (error instanceof GuardRefusal) return;
    throw error;
  }
  throw new Error(`A guard let "${text}" pass. Nothing may run on it.`);
}

/** With the guard left out: the session's own read-only mode, and AGE's role, must say no. */
async function mustNotWrite(graph: Pick<GraphPort, "cypher">, label: string): Promise<void> {
  const write = `CREATE (n:\`${label}\` {id: 'scopebench-probe'}) RETURN n.id`;
  try {
    await graph.cypher(write, { columns: ["id"] });
  } catch (error) {
    if (error instanceof QueryFailed) return;
    throw error;
  }
  throw new Error(`The graph store let "${write}" pass. Nothing may run on it.`);
}
