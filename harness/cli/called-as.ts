import type { Io } from "../print/io.ts";

/**
 * How the command was started, so that commands in messages can be typed as they stand: neither npx nor a script of
 * package.json leaves anything on the shell's PATH.
 */
export function calledAs({ npm_lifecycle_event: startedBy }: Io["environment"]): string {
  return startedBy === undefined ? "scopebench" : "npx scopebench";
}
