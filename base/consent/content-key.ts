import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join, relative } from "node:path";
import type { Environment } from "../environment.ts";
import { hashOf } from "../hash.ts";
import type { Act } from "./consent.ts";
import { folderHash } from "./folder-hash.ts";

interface KeyOptions {
  /** The configuration's file. It does not count as content: what it says is the acts. */
  file: string;
  environment: Environment;
  /** True for a folder that holds no code: a run that was made here, the cache. */
  isData(folder: string): boolean | Promise<boolean>;
}

/**
 * What consent is kept under: the configuration's place, the act word for word, and for code the content of the whole folder
 * that the configuration lies in. Null for what cannot be kept: too much in that folder, or a named file outside of it.
 */
export async function contentKeys(acts: readonly Act[], options: KeyOptions): Promise<(string | null)[]> {
  const folder = await realPlace(dirname(options.file));
  const file = join(folder, basename(options.file));
  const content = acts.some(({ type }) => type !== "sends") ? await contentOf(folder, { ...options, file }) : null;
  const keyOf = async (act: Act): Promise<string | null> => {
    if (act.type === "sends") return hashOf([file, act]);
    const [program = "", ...rest] = act.type === "runs" ? act.command : [];
    const named = act.type === "imports" ? [act.path] : rest.filter((word) => isAbsolute(word));
    const isInstalled = !/[\\/]/.test(program) || programFolders(options.environment).includes(dirname(program));
    const places = await Promise.all([...named, ...(isInstalled ? [] : [program])].map(realPlace));
    if (content === null || !places.every((place) => isWithin(folder, place))) return null;
    return hashOf([file, act, await placeOf(program, options.environment), content]);
  };
  return Promise.all(acts.map(keyOf));
}

function contentOf(folder: string, { file, isData }: KeyOptions): Promise<string | null> {
  return folderHash(folder, (path, isFolder) => (isFolder ? basename(path) === ".git" || isData(path) : path === file));
}

function realPlace(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== "..";
}

/** The file that a program's plain name stands for: another one where PATH is another. */
async function placeOf(program: string, environment: Environment): Promise<string | null> {
  if (program === "" || /[\\/]/.test(program)) return null;
  for (const folder of programFolders(environment)) {
    const path = join(folder, program);
    const isProgram = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return path;
  }
  return null;
}

function programFolders({ PATH = "" }: Environment): string[] {
  return PATH.split(delimiter);
}
