import { cacheDirectoryOf } from "../../base/cache-directory.ts";

/** Everything that reaches a stage from outside the run directory. Tests pass their own. */
export interface Effects {
  now(): Date;
  environment: Readonly<Record<string, string | undefined>>;
  /** Folder for caches (corpora, substrates, scratch). */
  cacheDirectory: string;
  /** One line for the log; never shown as a number. */
  log(message: string): void;
}

export function makeEffects({ environment, log }: Pick<Effects, "environment" | "log">): Effects {
  return {
    now: () => new Date(),
    environment,
    cacheDirectory: cacheDirectoryOf(environment),
    log,
  };
}
