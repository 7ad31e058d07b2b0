import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { PackedSnapshots } from "../../../dag/worker-pool.ts";
import type { QueueDatabase } from "../database.ts";

/** Bytes of a package in one row. */
const PART_BYTES = 4_000_000;

/** A snapshot that was handed over. */
export interface Package {
  /** In hexadecimal digits, of all of its bytes. */
  sha256: string;
  bytes: number;
  /** The store that has it; null for the queue's own database. */
  place: string | null;
}

/** Who has not got it says so; the coordinator of a run that needs it sees to the rest. */
export async function askFor(database: QueueDatabase, snapshot: string): Promise<void> {
  await database.query("INSERT INTO scopebench_queue.snapshots (snapshot) VALUES ($1) ON CONFLICT DO NOTHING", [
    snapshot,
  ]);
}

/** True where somebody waits for it. */
export async function isAskedFor(database: QueueDatabase, snapshot: string): Promise<boolean> {
  const rows = await database.query("SELECT FROM scopebench_queue.snapshots WHERE snapshot = $1 AND sha256 IS NULL", [
    snapshot,
  ]);
  return rows.length > 0;
}

/** Null until somebody handed it over. */
export async function packageOf(database: QueueDatabase, snapshot: string): Promise<Package | null> {
  const [row] = await database.query<Package>(
    "SELECT sha256, bytes::float8, place FROM scopebench_queue.snapshots WHERE snapshot = $1 AND sha256 IS NOT NULL",
    [snapshot],
  );
  return row ?? null;
}

/**
 * Gives a file to those who wait, into the store or, without one, the database. In one transaction: nobody sees half of it.
 * Null where another coordinator is at it.
 */
export function handOver(
  database: QueueDatabase,
  { snapshot, file, store }: { snapshot: string; file: string; store?: PackedSnapshots | undefined },
): Promise<Package | null> {
  return database.transaction(async (sql) => {
    const { rows } = await sql.executeSql(
      "SELECT FROM scopebench_queue.snapshots WHERE snapshot = $1 AND sha256 IS NULL FOR UPDATE SKIP LOCKED",
      [snapshot],
    );
    if (rows.length === 0) return null;
    const hash = createHash("sha256");
    let [bytes, part] = [0, 0];
    for await (const body of createReadStream(file, { highWaterMark: PART_BYTES }) as AsyncIterable<Buffer>) {
      hash.update(body);
      bytes += body.length;
      const values = [snapshot, part++, body];
      if (!store) await sql.executeSql("INSERT INTO scopebench_queue.snapshot_parts VALUES ($1, $2, $3)", values);
    }
    const sha256 = hash.digest("hex");
    const name = fileOf(snapshot, sha256);
    if (store && !(await store.has(name))) await store.put(name, file);
    const place = store?.place ?? null;
    await sql.executeSql(
      "UPDATE scopebench_queue.snapshots SET sha256 = $2, bytes = $3, place = $4 WHERE snapshot = $1",
      [snapshot, sha256, bytes, place],
    );
    return { sha256, bytes, place };
  });
}

/** In a store: of two packages of one snapshot, each has its own. */
export function fileOf(snapshot: string, sha256: string): string {
  return `${snapshot.slice(0, 16)}-${sha256.slice(0, 16)}.tar.gz`;
}

/** The package's bytes, a part at a time. */
export async function* partsOf(database: QueueDatabase, snapshot: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const [row] = await database.query<{ body: Buffer }>(
      "SELECT body FROM scopebench_queue.snapshot_parts WHERE snapshot = $1 AND part = $2",
      [snapshot, part],
    );
    if (!row) return;
    yield row.body;
  }
}
