import type { Io } from "../print/io.ts";

/** How the command was started, so that commands in messages can be typed as they stand: npx leaves nothing on PATH. */
export function calledAs({ npm_lifecycle_event: startedBy }: Io["environment"]): string {
  return startedBy === "npx" ? "npx scopebench" : "scopebench";
}
