import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Node's `recursive` never ends, one processor busy, where a folder is there and says that
 * nothing can be made in it by ENOENT (`/proc`), and it says ENOENT of a read-only file system.
 */
export async function makeFolder(path: string, { above = dirname(path) !== path } = {}): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (await isFolder(path)) return;
    if (!above || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await makeFolder(dirname(path));
    await makeFolder(path, { above: false });
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
