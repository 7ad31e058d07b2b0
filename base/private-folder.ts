import { chmod, stat } from "node:fs/promises";
import { makeFolder } from "./make-folder.ts";
import { UserError } from "./user-error.ts";

const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Makes a folder that no other account may read or write, or makes one of ours so: an embedded database writes files that everybody
 * may change, and the folder alone keeps them. Folders above it that are not there yet are made as closed; those that are stay as they are.
 * Windows' accounts have no such bits.
 * @throws UserError `environment` where it belongs to another account or is everybody's, as /tmp is
 */
export async function makePrivateFolder(path: string): Promise<void> {
  await makeFolder(path, { mode: 0o700 });
  const own = process.getuid?.();
  if (own === undefined) return;
  const { uid, mode } = await stat(path);
  if ((uid !== own && own !== 0) || mode & STICKY)
    throw new UserError("environment", `${path} ${mode & STICKY ? "is everybody's" : "belongs to another account"}`, {
      hint: "expected a folder of yours alone, since answers and prompts lie in it: name another",
    });
  if (mode & OTHERS) await chmod(path, mode & 0o700);
}
