import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareText, sha256 } from "../base/hash.ts";

/** Hash over the agent's sources: code, prompts, policies, tool descriptions, schema. Equal text, equal hash, wherever it lies. */
export function sourceHash(): string {
  const root = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|md|sql)$/.test(path))
    .map((path) => ({ path, name: path.replaceAll("\\", "/") }))
    .sort((a, b) => compareText(a.name, b.name));
  return sha256(files.map(({ path, name }) => `${name}\n${readFileSync(join(root, path), "utf8")}`).join("\n"));
}
