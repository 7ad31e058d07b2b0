import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { UserError } from "../../base/user-error.ts";
import { makeScratchFolder } from "../../base/whole-folder.ts";
import type { Io } from "./io.ts";

/** How a command line names standard input. */
const STANDARD_INPUT = "-";

/**
 * Calls `use` with the paths of files that a command line names, where `-` is what comes in by standard input. It is kept in
 * a file for as long as that takes, since some readers read twice.
 * @throws UserError `usage` where two of them are `-`
 */
export async function withStandardInput<T, Names extends readonly string[]>(
  names: Names,
  { input }: Pick<Io, "input">,
  use: (paths: Paths<Names>) => Promise<T>,
): Promise<T> {
  const taken = names.filter((name) => name === STANDARD_INPUT).length;
  if (taken === 0) return use(names as Paths<Names>);
  if (taken > 1)
    throw new UserError("usage", `${STANDARD_INPUT} is named ${taken} times, and standard input can be read once`, {
      hint: "save one of them as a file",
    });
  const folder = await makeScratchFolder("input");
  try {
    const path = join(folder, "standard-input");
    await pipeline(input ?? process.stdin, createWriteStream(path));
    return await use(names.map((name) => (name === STANDARD_INPUT ? path : name)) as Paths<Names>);
  } catch (error) {
    throw named(error, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Paths<Names extends readonly string[]> = { [At in keyof Names]: string };

/** The file is ours; the user knows of a pipe. */
function named(error: unknown, folder: string): unknown {
  if (!(error instanceof UserError)) return error;
  const plain = (text: string) => text.replaceAll(join(folder, "standard-input"), "standard input");
  const { code, message, problems, hint } = error;
  return new UserError(code, plain(message), { problems: problems.map(plain), hint, cause: error });
}
