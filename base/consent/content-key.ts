import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { hashOf } from "../hash.ts";
import type { Act } from "./consent.ts";

/** More files than this a module of one's own hardly has; the rest counts by its name. */
const MOST_FILES = 500;

/** What consent is kept under: the act, and the content of all files that it names and that these import by a relative path. */
export async function contentKey(act: Act): Promise<string> {
  if (act.type === "sends") return hashOf(act);
  const named = act.type === "imports" ? [act.path] : act.command.filter((part) => isAbsolute(part));
  return hashOf([act, await contentsOf(named)]);
}

async function contentsOf(paths: readonly string[]): Promise<[path: string, hash: string | null][]> {
  const found = new Map<string, string | null>();
  const left = [...paths];
  for (let path = left.shift(); path !== undefined && found.size < MOST_FILES; path = left.shift()) {
    if (found.has(path)) continue;
    const content = await readFile(path).catch(() => null);
    found.set(path, content && createHash("sha256").update(content).digest("hex"));
    if (content && /\.[cm]?[jt]s$/.test(path)) left.push(...importsOf(content.toString("utf8"), path));
  }
  return [...found];
}

/** Whatever stands in quotes and begins with `./` or `../`, with the endings that a loader tries. */
function importsOf(source: string, path: string): string[] {
  return [...source.matchAll(/["'`](\.{1,2}\/[^"'`\n]+)["'`]/g)].flatMap(([, name = ""]) => {
    const target = resolve(dirname(path), name);
    return [target, ...[".ts", ".js", ".mjs", "/index.ts", "/index.js"].map((ending) => target + ending)];
  });
}
