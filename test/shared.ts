import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Absolute path of a file of the shared reference data that may lie beside the checkout, or null when it is absent (a user's clone). */
export function sharedPath(...parts: string[]): string | null {
  const path = fileURLToPath(new URL(`../../shared/${parts.join("/")}`, import.meta.url));
  return existsSync(path) ? path : null;
}
