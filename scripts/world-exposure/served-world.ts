import { Outages } from "../../base/outages/outages.ts";
import type { Caller } from "../../db/sources/caller.ts";
import { outlastingSource } from "../../db/sources/outlasting-source.ts";
import type { LiveSource } from "../../db/sources/port.ts";
import { withIds } from "../../db/sources/with-ids.ts";

/** A world behind adapters. */
export interface ServedWorld {
  /** With the world's ids for items. */
  sources: readonly LiveSource[];
  callerOf(member: string): Caller;
  /** Sees everything. */
  service: Caller;
  close(): Promise<void>;
}

/** A source with the world's ids, waited for as in a run: what a server could not answer is no right kept. */
export function servedSource(source: LiveSource, ids: Readonly<Record<string, string>>): LiveSource {
  return outlastingSource(withIds(source, ids), new Outages({ waitMs: 60_000 }));
}
