import { join } from "node:path";
import { sha256 } from "../../../base/hash.ts";
import { ownPackage } from "../../../base/own-package.ts";
import { sourceHash } from "../../../base/source-hash.ts";

/** What an execution is made by. */
const ROOMS = ["agent", "base", "db", "harness", "import", "measure"];

/** `0.1.0 (source 1f0c…)`: all who work on one run must agree on it. */
export function codeVersion(): string {
  const root = join(import.meta.dirname, "../../..");
  const sources = sha256(ROOMS.map((room) => sourceHash(join(root, room))).join("\n"));
  return `${ownPackage().version} (source ${sources.slice(0, 12)})`;
}
