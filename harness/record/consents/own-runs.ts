import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { hashOf } from "../../../base/hash.ts";
import { makePrivateFolder } from "../../../base/private-folder.ts";

/** Which runs were made here, and from which file: kept in the user's cache, since a run that came from elsewhere may say anything. */
export function makeOwnRuns(folder: string) {
  return {
    async note(runDirectory: string, file: string): Promise<void> {
      await makePrivateFolder(folder);
      await writeFileAtomic(join(folder, await identityOf(runDirectory)), file);
    },
    /** The configuration's file; null for a run that was made elsewhere, copied or moved. */
    async fileOf(runDirectory: string): Promise<string | null> {
      return readFile(join(folder, await identityOf(runDirectory)), "utf8").catch(() => null);
    },
  };
}

/** A copy lies in another place or, in the place of a run that was removed, began at another time. */
async function identityOf(runDirectory: string): Promise<string> {
  const { dev, ino, birthtimeNs } = await stat(runDirectory, { bigint: true });
  return hashOf([await realpath(runDirectory), String(dev), String(ino), String(birthtimeNs)]);
}
