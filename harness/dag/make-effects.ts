import { cacheDirectoryOf } from "../../base/cache-directory.ts";
import type { Effects } from "./stage.ts";

export function makeEffects({ environment, log }: Pick<Effects, "environment" | "log">): Effects {
  return {
    now: () => new Date(),
    environment,
    cacheDirectory: cacheDirectoryOf(environment),
    log,
  };
}
