import { join } from "node:path";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { loadConfig } from "../../record/config/load.ts";
import {
  type FailureLedger,
  idAfterMerges,
  type KnownCluster,
  ledgerPath,
  readLedger,
  withChange,
  writeLedger,
} from "../../results/failures/ledger.ts";

interface Where {
  runsDir?: string;
}

/** Gives a cluster a name; an empty one takes it away again. */
export function nameFailures(id: string, name: string, where: Where, io: Io): Promise<void> {
  return change(id, (cluster) => ({ ...cluster, name: name.trim() === "" ? null : name.trim() }), { where, io });
}

export function noteFailures(id: string, note: string, where: Where, io: Io): Promise<void> {
  if (note.trim() === "") throw new UserError("usage", "an empty note says nothing");
  return change(id, (cluster) => ({ ...cluster, notes: [...cluster.notes, note.trim()] }), { where, io });
}

/** From now on the failures of one cluster count as another's. A cluster merged into itself stands alone again. */
export function mergeFailures(id: string, into: string, where: Where, io: Io): Promise<void> {
  return change(id, (cluster) => ({ ...cluster, merged_into: into === id ? null : into }), { where, io, into });
}

async function change(
  id: string,
  changed: (cluster: KnownCluster) => KnownCluster,
  { where, io, into = id }: { where: Where; io: Io; into?: string },
): Promise<void> {
  const { runs_dir } = await loadConfig({ cwd: io.cwd, environment: io.environment, flags: where });
  const path = ledgerPath(join(runs_dir, "any"));
  const ledger = await readLedger(path);
  withChange(ledger, into, (cluster) => cluster);
  const next: FailureLedger = withChange(ledger, id, changed);
  if (idAfterMerges(next, id) === null)
    throw new UserError("usage", `${into} is merged into ${id} already`, {
      hint: `scopebench failures merge ${into} ${into} undoes that`,
    });
  await writeLedger(path, next);
  io.out(`${id} changed in ${path}`);
}
