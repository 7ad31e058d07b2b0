import type { PgBoss } from "pg-boss";
import { deleteQueues } from "./boss.ts";
import type { QueueDatabase } from "./database.ts";
import { forgetRun } from "./run-table.ts";

export interface QueueParts {
  database: QueueDatabase;
  boss: PgBoss;
}

/** Forgets a run: a late record of it finds no place, and its jobs are gone. */
export async function purge({ database, boss }: QueueParts, run: string): Promise<void> {
  await forgetRun(database, run);
  await deleteQueues(boss, run);
}
