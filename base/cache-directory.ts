import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "./environment.ts";

/**
 * Where what can be made again is kept, for all folders that a user works in: `SCOPEBENCH_CACHE`, else `scopebench` below
 * `XDG_CACHE_HOME`, else below `~/.cache`. As XDG says, a path that is not absolute does not count.
 */
export function cacheDirectoryOf({ SCOPEBENCH_CACHE, XDG_CACHE_HOME = "" }: Environment): string {
  if (SCOPEBENCH_CACHE) return SCOPEBENCH_CACHE;
  return join(isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), ".cache"), "scopebench");
}
