import type { Caller } from "../../db/sources/caller.ts";
import type { LiveSource } from "../../db/sources/port.ts";

/** A world behind adapters. */
export interface ServedWorld {
  /** With the world's ids for items. */
  sources: readonly LiveSource[];
  callerOf(member: string): Caller;
  /** Sees everything. */
  service: Caller;
  close(): Promise<void>;
}
