import { ServerLost } from "../../base/outages/server-lost.ts";
import { isOutage } from "../../db/postgres/outage-states.ts";
import { rootOf } from "./root-of.ts";

/** What a disk says that takes nothing more. */
const DISK = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

/** The disk under the run's state, or its database, gave way: nothing that an agent did. Null for anything else. */
export function lostState(thrown: unknown): ServerLost | null {
  const error = rootOf(thrown);
  if (!(error instanceof Error)) return null;
  const { code, severity } = error as Error & { code?: string; severity?: string };
  const isDatabase = severity !== undefined && isOutage(code);
  return isDatabase || DISK.has(code ?? "")
    ? new ServerLost("the run's state", error.message, { cause: thrown })
    : null;
}
