import type { GraphSchema } from "../../db/ports.ts";
import { guardCypher } from "./cypher/guard.ts";
import { GuardRefusal } from "./refusal.ts";
import { guardSql } from "./sql/guard.ts";

/** Start-up probe: proves on the running program that both guards block what they must before any model can call them. @throws Error when one does not */
export async function probeGuards(schema: GraphSchema): Promise<void> {
  await mustRefuse("CALL db.labels()", (text) => guardCypher(text, { schema, maxDepth: 1, maxRows: 1 }));
  await mustRefuse("DELETE FROM canon.test_case", (text) => guardSql(text, { relations: new Map(), maxRows: 1 }));
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
