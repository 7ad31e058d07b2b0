import type { GraphPort, SqlPort } from "../ports/ports.ts";
import type { SubstrateManifest } from "../ports/substrate-manifest.ts";

/**
 * Where finished snapshots lie: folders on the embedded stack, databases on a server. A snapshot is immutable and
 * appears under its hash as a whole, so whatever is found is finished.
 */
export interface SnapshotStore {
  /** The manifest of a finished snapshot, null where there is none. A future version is refused. */
  find(snapshotHash: string): Promise<SubstrateManifest | null>;
  /** Every finished snapshot, newest first, then by hash. */
  list(): Promise<SubstrateManifest[]>;
  /** Begins to make what new drafts are copies of, where that takes long and isn't there yet; gives who waits for its end. */
  ready?(): Promise<() => Promise<void>>;
  /** A draft of this process alone. Drafts of processes that are gone are removed on the way. */
  begin(from: string | null): Promise<SnapshotDraft>;
  /** Opens a finished snapshot so that nothing that happens to it reaches the snapshot or another opening. */
  open(manifest: SubstrateManifest): Promise<OpenSnapshot>;
  /** Turns what the place refused (space, permissions, connections) into a UserError; gives anything else back. */
  explain(error: unknown): unknown;
}

/** A snapshot in the making. */
export interface SnapshotDraft {
  /**
   * The finished snapshot that the draft is a copy of. Null: it is empty but for extensions and schema, because nothing was
   * asked for or because it could not be copied (a server copies no database that is in use); then fill it from nothing.
   */
  readonly from: string | null;
  /** All calls share one session: temporary tables and transactions over several calls work on every store. */
  readonly sql: SqlPort;
  /** A further session, for who reads beside the work; the caller closes it. Absent where a database has one only. */
  aside?(): Promise<SqlPort>;
  readonly graph: GraphPort;
  /** Closes the draft and gives it its place. Gives the manifest in service: another process' where that was first. */
  publish(manifest: SubstrateManifest): Promise<SubstrateManifest>;
  /** Closes and removes the draft; nothing is left to do after `publish`. */
  discard(): Promise<void>;
}

export interface OpenSnapshot {
  readonly sql: SqlPort;
  readonly graph: GraphPort;
  close(): Promise<void>;
}
