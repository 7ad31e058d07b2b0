import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./hash.ts";
import { compareText } from "./text-order.ts";

/** Lies in a folder of compiled code: the hash of what it was compiled from. */
export const SOURCE_HASH_FILE = "sources.sha256";

/**
 * Hash over a folder's sources: code, prompts, policies, schema. Equal text, equal hash, wherever it lies: an installed
 * package gives what its checkout gave.
 */
export function sourceHash(folder: string): string {
  const kept = join(folder, SOURCE_HASH_FILE);
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|md|sql)$/.test(path) && !path.endsWith(".d.ts"))
    .map((path) => ({ path, name: path.replaceAll("\\", "/") }))
    .sort((a, b) => compareText(a.name, b.name));
  if (!files.some(({ name }) => name.endsWith(".ts"))) throw new Error(`no sources in ${folder}`);
  return sha256(files.map(({ path, name }) => `${name}\n${readFileSync(join(folder, path), "utf8")}`).join("\n"));
}
