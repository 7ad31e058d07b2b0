import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Node's `recursive` never ends, one processor busy, where a folder is there and says that
 * nothing can be made in it by ENOENT (`/proc`), and says ENOENT of a read-only file system: here EPERM and EROFS.
 */
export async function makeFolder(path: string, { above = dirname(path) !== path, mode = 0o777 } = {}): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (await isFolder(path)) return;
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    if (!above) throw Object.assign(error as Error, { code: "EPERM" });
    await makeFolder(dirname(path), { mode });
    await makeFolder(path, { above: false, mode });
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
