import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UserError } from "../../../base/user-error.ts";

/**
 * Files that a command will write at its end can be written: each in a folder that is there. Paths start from `cwd`.
 * @throws UserError `environment` naming every one that cannot
 */
export async function checkOutputs(paths: readonly (string | undefined)[], cwd: string): Promise<void> {
  const wanted = paths.filter((path) => path !== undefined).map((path) => resolve(cwd, path));
  const problems = (await Promise.all(wanted.map(problemOf))).filter((problem) => problem !== null);
  if (problems.length > 0)
    throw new UserError("environment", "not every output can be written", {
      problems,
      hint: "make the folder, or name another one",
    });
}

async function problemOf(path: string): Promise<string | null> {
  const folder = dirname(path);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) return `${path}: expected the folder ${folder}, found ${found ? "a file" : "nothing"}`;
  if ((await stat(path).catch(() => null))?.isDirectory()) return `${path}: expected a file to write, found a folder`;
  return access(folder, constants.W_OK).then(
    () => null,
    () => `${path}: ${folder} cannot be written`,
  );
}
